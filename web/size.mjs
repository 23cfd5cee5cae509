// Prints how much script the client is, compressed: everything, and what the first page loads.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const folder = new URL("../senki/table/static/assets/", import.meta.url);
const size = (name) => gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length;
const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
const first = readFileSync(new URL("../index.html", folder), "utf8").match(/assets\/[\w.-]+\.js/g) ?? [];
const kb = (bytes) => (bytes / 1000).toFixed(1);
console.log(`script: ${kb(scripts.reduce((sum, name) => sum + size(name), 0))} kB compressed in all, ${kb(first.reduce((sum, name) => sum + size(name.slice(7)), 0))} kB for the first page`);
