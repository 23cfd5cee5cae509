// Runs the browser tests on one service and one browser, four files at a time: node run.mjs [FILE …] [--test-name-pattern=…]
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { browserServer, service } from "./helpers.mjs";

const here = dirname(fileURLToPath(import.meta.url));
// Those that take longest first, then by length, so that none is left over at the end.
const LONGEST = ["games", "lessons", "pages", "play"];
const rank = (path) => (LONGEST.indexOf(basename(path, ".test.mjs")) + 1 || LONGEST.length + 1) * 1e6 - statSync(path).size;
const all = readdirSync(here).filter((name) => name.endsWith(".test.mjs")).map((name) => join(here, name)).sort((a, b) => rank(a) - rank(b));
const given = process.argv.slice(2);
const options = given.filter((word) => word.startsWith("--"));
const files = given.filter((word) => !word.startsWith("--"));

const [table, chrome] = await Promise.all([service(), browserServer()]);
const env = { ...process.env, SENKI_TABLE: table.base, SENKI_BROWSER: chrome.wsEndpoint() };
const tests = spawn(process.execPath, ["--test", "--test-concurrency=4", "--test-reporter=spec", ...options, ...(files.length ? files : all)], { stdio: "inherit", env });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => tests.kill(signal));
process.exitCode = await new Promise((done) => tests.once("exit", (code) => done(code ?? 1)));
await chrome.close();
await table.end();
