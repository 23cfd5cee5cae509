// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { charactersOf } from "./cmap.mjs";

const WEB = fileURLToPath(new URL("..", import.meta.url));
const ROOT = join(WEB, "..");
const require = createRequire(import.meta.url);
const read = (path) => readFileSync(path, "utf8");

// The fonts that are shipped: those whose style sheets the client imports.

function rangeOf(text) {
  if (!text) return null;
  const parts = text.split(",").map((part) => part.trim().slice(2).split("-").map((end) => parseInt(end, 16)));
  return (c) => parts.some(([first, last]) => c >= first && c <= (last ?? first));
}

/** The characters of each face (family, weight, style) that its files have and its ranges let through. */
function shippedFaces() {
  const families = new Map();
  const imports = ["main.ts", "japanese.ts"].flatMap((name) => [...read(join(WEB, "src", name)).matchAll(/import "(@fontsource[^"]+\.css)"/g)].map((found) => found[1]));
  for (const sheet of imports.map((name) => require.resolve(name)))
    for (const [, face] of read(sheet).matchAll(/@font-face\s*\{([^}]*)\}/g)) {
      const value = (name) => new RegExp(`${name}:\\s*([^;]+);`).exec(face)?.[1]?.replace(/'/g, "");
      const faces = families.get(value("font-family")) ?? new Map();
      families.set(value("font-family"), faces);
      const name = `${value("font-weight")} ${value("font-style")}`;
      const held = faces.get(name) ?? new Set();
      faces.set(name, held);
      const inRange = rangeOf(value("unicode-range"));
      const file = /url\(([^)]+\.woff2)\)/.exec(face)[1];
      for (const c of charactersOf(join(dirname(sheet), file))) if (!inRange || inRange(c)) held.add(c);
    }
  return families;
}

const FACES = shippedFaces();
const TOKENS = read(join(ROOT, "senki", "workshop", "tokens.css"));

/** Has this stack the character, in every weight and style of one of its families that we ship? */
function stackHas(stack) {
  const families = new RegExp(`--font-${stack}: ([^;]+);`).exec(TOKENS)[1].split(",").map((name) => name.trim().replace(/"/g, ""));
  const held = families.flatMap((name) => (FACES.has(name) ? [[...FACES.get(name).values()]] : []));
  return (character) => held.some((faces) => faces.every((face) => face.has(character.codePointAt(0))));
}

// The texts: whatever the service or the client may show. The terminal, the words of the lab and reports are drawn with other fonts.

function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) yield path;
    else if (!["terminal", "lab", "reports", "static", "cases", "__pycache__"].includes(entry.name)) yield* filesUnder(path);
  }
}

const withoutNotes = {
  py: (text) => text.replace(/"""[^]*?"""/g, "").replace(/#.*$/gm, ""),
  toml: (text) => text.replace(/^\s*#.*$/gm, ""),
  csv: (text) => text,
  json: (text) => text,
  hexes: (text) => text,
  ts: (text) => text.replace(/\/\*\*[^]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, ""),
  svelte: (text) => text.replace(/\/\*\*[^]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "").replace(/<!--[^]*?-->/g, ""),
  svg: (text) => text,
  html: (text) => text,
};

/** Every character of our texts, with the files it stands in. */
function characters() {
  const found = new Map();
  for (const path of [...filesUnder(join(ROOT, "senki")), ...filesUnder(join(WEB, "src")), join(WEB, "index.html")]) {
    const clean = withoutNotes[path.split(".").at(-1)];
    if (!clean) continue;
    for (const character of new Set(clean(read(path)))) {
      if (character < " " || character === "\u007f") continue;
      found.set(character, (found.get(character) ?? new Set()).add(relative(ROOT, path)));
    }
  }
  return found;
}

const TEXTS = characters();
/** The bodies of rulebooks are set in the font of the interface alone; everything else may stand on a map or a counter too. */
const anywhere = (files) => [...files].some((file) => !file.endsWith("rulebook.toml"));
const missing = (stack, wanted) => {
  const has = stackHas(stack);
  return [...TEXTS].filter(([character, files]) => wanted(files) && !has(character)).map(([character, files]) => `${character} U+${character.codePointAt(0).toString(16)} in ${[...files].join(", ")}`);
};

describe("every character of our texts has a glyph in the fonts we ship", () => {
  it("the walk finds texts of all kinds", () => {
    for (const name of ["senki/games/nano/rulebook.toml", "senki/games/shiloh/messages.toml", "senki/table/refusals.toml", "web/src/lib/words.ts", "senki/games/shiloh/map.hexes", "web/src/data/shelf.ts"])
      expect([...TEXTS.values()].some((files) => files.has(name)), name).toBe(true);
    expect(TEXTS.size).toBeGreaterThan(900);
  });

  it("a file is known by its table of characters", () => {
    const has = stackHas("ui");
    for (const character of "Aé−〜戦棋ー") expect(has(character), character).toBe(true);
    // Zen Kaku Gothic New has the wave dash, but not the full-width tilde some keyboards write for it.
    expect(has("～")).toBe(false);
  });

  it("in the font of the interface: all of them", () => expect(missing("ui", () => true)).toEqual([]));
  it("in the font of maps and headings", () => expect(missing("map", anywhere)).toEqual([]));
  it("in the font of counters", () => expect(missing("counter", anywhere)).toEqual([]));
});
