/** Which characters a woff2 file has glyphs for: its table of characters, read. */

import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

const HEADER = 48;
/** Numbers of known tables in the directory of a woff2 file (W3C, WOFF 2.0, 4.1). */
const CMAP = 0;
const GLYF = 10;
const LOCA = 11;
const OTHER = 63;

/** A number of one to five bytes, seven bits each. */
function base128(file, at) {
  let value = 0;
  for (let i = at; ; i++) {
    value = value * 128 + (file[i] & 127);
    if (!(file[i] & 128)) return [value, i + 1];
  }
}

function cmapTable(file) {
  let at = HEADER;
  let start = 0;
  let found = null;
  for (let i = 0; i < file.readUInt16BE(12); i++) {
    const flags = file[at];
    const table = flags & 63;
    at += table === OTHER ? 5 : 1;
    let length;
    [length, at] = base128(file, at);
    const version = flags >> 6;
    const transformed = table === GLYF || table === LOCA ? version !== 3 : version !== 0;
    if (transformed) [length, at] = base128(file, at);
    if (table === CMAP) found = [start, start + length];
    start += length;
  }
  if (!found) throw new Error("no table of characters");
  return brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20))).subarray(...found);
}

/** Groups of consecutive characters, for all of Unicode. */
function* format12(table) {
  for (let i = 0; i < table.readUInt32BE(12); i++) {
    const at = 16 + 12 * i;
    for (let c = table.readUInt32BE(at); c <= table.readUInt32BE(at + 4); c++) yield c;
  }
}

/** Segments of characters below 65,536, their glyphs a shift or a list. */
function* format4(table) {
  const double = table.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + double, 16 + 2 * double, 16 + 3 * double];
  for (let i = 0; i < double; i += 2) {
    const offset = table.readUInt16BE(offsets + i);
    const start = table.readUInt16BE(starts + i);
    for (let c = start; c <= table.readUInt16BE(ends + i) && c < 0xffff; c++) {
      const listed = offset ? table.readUInt16BE(offsets + i + offset + 2 * (c - start)) : c;
      if (offset ? listed : (c + table.readUInt16BE(deltas + i)) & 0xffff) yield c;
    }
  }
}

export function charactersOf(path) {
  const table = cmapTable(readFileSync(path));
  const found = new Set();
  for (let i = 0; i < table.readUInt16BE(2); i++) {
    const part = table.subarray(table.readUInt32BE(4 + 8 * i + 4));
    const format = part.readUInt16BE(0);
    for (const c of format === 12 ? format12(part) : format === 4 ? format4(part) : []) found.add(c);
  }
  return found;
}
