// Prints how much script the client is, compressed: everything, and what the first page and a table load before they are shown. Too much is an error.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

/** Bytes the first page and a table may load at most. */
const LIMITS = { first: 60_000, table: 130_000 };
/** The files of what is fetched by itself before there is anything to see; a table has one kind of board. `tests/browser/share.test.mjs` holds this against what a browser loads. */
export const FIRST = ["index.html", "src/pages/HomePage.svelte"];
export const TABLES = Object.fromEntries(["graph", "hexes", "plane"].map((board) => [board, ["index.html", "src/pages/TablePage.svelte", "src/lib/follow.svelte.ts", `src/board/${board}.ts`]]));

const folder = new URL("../senki/table/static/", import.meta.url);
const chunks = JSON.parse(readFileSync(new URL(".vite/manifest.json", folder), "utf8"));
const size = (file) => gzipSync(readFileSync(new URL(file, folder)), { level: 9 }).length;

/** The files of these chunks and of all that they cannot do without. */
export function filesOf(keys, found = new Set()) {
  for (const key of keys)
    if (!found.has(chunks[key].file)) {
      found.add(chunks[key].file);
      filesOf(chunks[key].imports ?? [], found);
    }
  return found;
}
export const load = (keys) => [...filesOf(keys)].reduce((sum, file) => sum + size(file), 0);

if (process.argv[1] === import.meta.filename) {
  const all = readdirSync(new URL("assets/", folder)).filter((name) => name.endsWith(".js")).reduce((sum, name) => sum + size(`assets/${name}`), 0);
  const [first, table] = [load(FIRST), Math.max(...Object.values(TABLES).map(load))];
  const kb = (bytes) => (bytes / 1000).toFixed(1);
  console.log(`script: ${kb(all)} kB compressed in all, ${kb(first)} kB for the first page (at most ${kb(LIMITS.first)}), ${kb(table)} kB for a table (at most ${kb(LIMITS.table)})`);
  if (first > LIMITS.first || table > LIMITS.table) process.exitCode = 1;
}
