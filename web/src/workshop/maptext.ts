/** Small changes to the text of a hex map (docs/hexmap-format.md): the text is the map, every tool edits it. */

const PER_LINE = 12;

export interface HexRow {
  terrain: string;
  /** Features and level, as they stand in the row. */
  words: string[];
}

export interface Group {
  /** The number of its first line, from 0. */
  line: number;
  kind: string;
  en: string;
  ja: string;
  /** Hexes of a line or an area, sides of a run. */
  items: string[];
}

export interface PlaceRow {
  line: number;
  hex: string;
  kind: string;
  en: string;
  ja: string;
}

const bare = (line: string) => line.replace(/(^|\s)#.*$/, "").replace(/\{[^{}]*\}\s*$/, "");
/** The provenance and the comment at the end of a line. */
const source = (line: string) => line.match(/(\s*\{[^{}]*\})?(\s+#.*)?\s*$/)?.[0] ?? "";

/** Names may not hold what the format reads as something else. */
export const cleanName = (name: string) => name.replace(/[|{}#\p{Cc}]/gu, " ").replace(/\s+/g, " ").trim().slice(0, 80);

/** The rows of a section: from the line after its header to before the next one; null if there is none. */
function section(lines: string[], name: string): [number, number] | null {
  const start = lines.findIndex((line) => bare(line).trim() === `[${name}]`);
  if (start < 0) return null;
  let end = start + 1;
  while (end < lines.length && !/^\s*\[\w+\]/.test(lines[end]!)) end++;
  while (end > start + 1 && !lines[end - 1]!.trim()) end--;
  return [start + 1, end];
}

/** The section, made at the end of the text if need be. */
function need(lines: string[], name: string): [number, number] {
  const found = section(lines, name);
  if (found) return found;
  while (lines.length && !lines.at(-1)!.trim()) lines.pop();
  lines.push("", `[${name}]`, "");
  return [lines.length - 1, lines.length - 1];
}

function hexLine(lines: string[], hex: string): number {
  const rows = section(lines, "hexes");
  if (!rows) return -1;
  for (let i = rows[0]; i < rows[1]; i++) if (bare(lines[i]!).trim().split(/\s+/)[0] === hex) return i;
  return -1;
}

export function hexRow(text: string, hex: string): HexRow | null {
  const lines = text.split("\n");
  const at = hexLine(lines, hex);
  if (at < 0) return null;
  const [, terrain = "", ...words] = bare(lines[at]!).trim().split(/\s+/);
  return { terrain, words };
}

function setRow(text: string, hex: string, change: (row: HexRow) => HexRow): string {
  const lines = text.split("\n");
  const at = hexLine(lines, hex);
  const row = hexRow(text, hex);
  if (at < 0 || !row) return text;
  const { terrain, words } = change(row);
  lines[at] = [hex, terrain, ...words].join(" ") + source(lines[at]!).trimEnd();
  return lines.join("\n");
}

export const setTerrain = (text: string, hex: string, terrain: string) => setRow(text, hex, (row) => ({ ...row, terrain }));

export const toggleFeature = (text: string, hex: string, feature: string) =>
  setRow(text, hex, (row) => ({
    ...row,
    words: row.words.includes(feature) ? row.words.filter((word) => word !== feature) : [...row.words, feature],
  }));

/** The groups of [sides], [lines] or [areas]. */
export function groups(text: string, name: string): Group[] {
  const lines = text.split("\n");
  const rows = section(lines, name);
  const found: Group[] = [];
  if (!rows) return found;
  for (let i = rows[0]; i < rows[1]; i++) {
    const line = bare(lines[i]!);
    const words = line.trim().split(/\s+/).filter(Boolean);
    if (!words.length) continue;
    if (/^\s/.test(line)) found.at(-1)?.items.push(...words);
    else {
      const [en = "", ja = ""] = line.trim().slice(words[0]!.length).split("|").map((part) => part.trim());
      found.push({ line: i, kind: words[0]!, en, ja, items: [] });
    }
  }
  return found;
}

const rowsOf = (items: string[]) =>
  Array.from({ length: Math.ceil(items.length / PER_LINE) }, (_, i) => "  " + items.slice(i * PER_LINE, (i + 1) * PER_LINE).join(" "));

/** Write the items of a group anew; a group without items goes. */
function setItems(text: string, group: Group, items: string[]): string {
  const lines = text.split("\n");
  let end = group.line + 1;
  while (end < lines.length && /^\s+\S/.test(lines[end]!)) end++;
  lines.splice(group.line, end - group.line, ...(items.length ? [lines[group.line]!, ...rowsOf(items)] : []));
  return lines.join("\n");
}

function addGroup(text: string, name: string, head: string, items: string[]): string {
  const lines = text.split("\n");
  const [, end] = need(lines, name);
  lines.splice(end, 0, head, ...rowsOf(items));
  return lines.join("\n").replace(/\n*$/, "\n");
}

/** Lay a side between two hexes or take it away. A directed kind is laid from the lower hex, `from`, to the upper. */
export function toggleSide(text: string, kind: string, from: string, to: string, directed: boolean): string {
  const mark = directed ? ">" : "/";
  const here = `${from}${mark}${to}`;
  const back = `${to}${mark}${from}`;
  const all = groups(text, "sides").filter((group) => group.kind === kind);
  for (const group of all) {
    if (group.items.includes(here) || (!directed && group.items.includes(back)))
      return setItems(text, group, group.items.filter((item) => item !== here && item !== back));
    if (group.items.includes(back)) return setItems(text, group, group.items.map((item) => (item === back ? here : item)));
  }
  const plain = all.find((group) => !group.en && !group.ja) ?? all.at(-1);
  return plain ? setItems(text, plain, [...plain.items, here]) : addGroup(text, "sides", kind, [here]);
}

/** Begin a line with its first two hexes; it becomes the last of its section. */
export function beginLine(text: string, kind: string, en: string, ja: string, hexes: [string, string]): string {
  const names = [cleanName(en), cleanName(ja)];
  const head = [kind, names[1] ? `${names[0]} | ${names[1]}`.trim() : names[0]].filter(Boolean).join(" ");
  return addGroup(text, "lines", head, hexes);
}

export const extendLine = (text: string, group: Group, hex: string) => setItems(text, group, [...group.items, hex]);

/** Take the last hex off a line; a line of one hex is none. */
export const shortenLine = (text: string, group: Group) => setItems(text, group, group.items.length > 2 ? group.items.slice(0, -1) : []);

export const dropLine = (text: string, group: Group) => setItems(text, group, []);

export function places(text: string): PlaceRow[] {
  const lines = text.split("\n");
  const rows = section(lines, "places");
  const found: PlaceRow[] = [];
  if (!rows) return found;
  for (let i = rows[0]; i < rows[1]; i++) {
    const line = bare(lines[i]!).trim();
    const [hex = "", kind = ""] = line.split(/\s+/);
    if (!kind) continue;
    const [en = "", ja = ""] = line.replace(/^\S+\s+\S+\s*/, "").split("|").map((part) => part.trim());
    found.push({ line: i, hex, kind, en, ja });
  }
  return found;
}

/** Name a place: a new row, or another text for the row `was`. Without names the row goes. */
export function setPlace(text: string, hex: string, kind: string, en: string, ja: string, was?: PlaceRow): string {
  const lines = text.split("\n");
  const names = [cleanName(en), cleanName(ja)];
  const row = names[0] || names[1] ? [hex, kind, names[1] ? `${names[0]} | ${names[1]}`.trim() : names[0]].join(" ") : null;
  if (was) lines.splice(was.line, 1, ...(row ? [row + source(lines[was.line]!).trimEnd()] : []));
  else if (row) lines.splice(need(lines, "places")[1], 0, row);
  return lines.join("\n").replace(/\n*$/, "\n");
}
