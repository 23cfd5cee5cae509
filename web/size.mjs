// Prints how much script the client is, compressed: everything, and what the first page and a table load.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const folder = new URL("../senki/table/static/", import.meta.url);
const chunks = JSON.parse(readFileSync(new URL(".vite/manifest.json", folder), "utf8"));
const size = (file) => gzipSync(readFileSync(new URL(file, folder)), { level: 9 }).length;

/** A chunk and all that it cannot do without. */
function needed(key, found = new Set()) {
  if (!found.has(key)) {
    found.add(key);
    for (const one of chunks[key].imports ?? []) needed(one, found);
  }
  return found;
}
const load = (page) => [...new Set([...needed("index.html"), ...needed(`src/pages/${page}.svelte`)])].reduce((sum, key) => sum + size(chunks[key].file), 0);
const all = readdirSync(new URL("assets/", folder)).filter((name) => name.endsWith(".js")).reduce((sum, name) => sum + size(`assets/${name}`), 0);
const kb = (bytes) => (bytes / 1000).toFixed(1);
console.log(`script: ${kb(all)} kB compressed in all, ${kb(load("HomePage"))} kB for the first page, ${kb(load("TablePage"))} kB for a table`);
