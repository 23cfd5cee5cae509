// A picture of a screen made small: the same pixels with a palette of 256 colours, a third of the bytes.
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const COLOURS = 256;
/** Bits of each channel that are told apart while colours are counted. */
const BITS = 6;

/** The pixels of a PNG as a browser writes it: eight bits a channel, no interlacing. */
function decode(png) {
  const parts = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = SIGNATURE.length; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const kind = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (kind === "IHDR") [width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9] === 6 ? 4 : 3];
    else if (kind === "IDAT") parts.push(body);
  }
  const raw = inflateSync(Buffer.concat(parts));
  const line = width * channels;
  const pixels = Buffer.alloc(line * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)];
    for (let x = 0; x < line; x++) {
      const left = x >= channels ? pixels[y * line + x - channels] : 0;
      const above = y ? pixels[(y - 1) * line + x] : 0;
      const corner = y && x >= channels ? pixels[(y - 1) * line + x - channels] : 0;
      pixels[y * line + x] = raw[y * (line + 1) + 1 + x] + [0, left, above, (left + above) >> 1, nearest(left, above, corner)][filter];
    }
  }
  return { width, height, channels, pixels };
}

function nearest(left, above, corner) {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

/** Colours by how often they are used, cut into boxes until there are enough: always the box whose colours differ most, weighed by the root of their number, so that small strong signs keep their hue. */
function paletteOf({ pixels, channels }) {
  const drop = 8 - BITS;
  const counts = new Map();
  for (let i = 0; i < pixels.length; i += channels) {
    const key = ((pixels[i] >> drop) << (2 * BITS)) | ((pixels[i + 1] >> drop) << BITS) | (pixels[i + 2] >> drop);
    const held = counts.get(key);
    if (held) held.n++;
    else counts.set(key, { key, n: 1, rgb: [pixels[i], pixels[i + 1], pixels[i + 2]] });
  }
  const box = (colours) => {
    const spans = [0, 1, 2].map((c) => Math.max(...colours.map(({ rgb }) => rgb[c])) - Math.min(...colours.map(({ rgb }) => rgb[c])));
    const widest = spans.indexOf(Math.max(...spans));
    return { colours, widest, worth: spans[widest] * Math.sqrt(colours.reduce((sum, { n }) => sum + n, 0)) };
  };
  const boxes = [box([...counts.values()])];
  while (boxes.length < COLOURS) {
    const most = boxes.reduce((best, one) => (one.worth > best.worth ? one : best));
    if (!most.worth) break;
    const sorted = [...most.colours].sort((a, b) => a.rgb[most.widest] - b.rgb[most.widest]);
    const middle = (sorted[0].rgb[most.widest] + sorted.at(-1).rgb[most.widest]) / 2;
    const cut = Math.max(1, sorted.findIndex(({ rgb }) => rgb[most.widest] > middle));
    boxes.splice(boxes.indexOf(most), 1, box(sorted.slice(0, cut)), box(sorted.slice(cut)));
  }
  const of = new Map();
  const palette = boxes.map(({ colours }, i) => {
    for (const { key } of colours) of.set(key, i);
    // The one used most, not their mean: a flat face keeps its own colour.
    return colours.reduce((most, one) => (one.n > most.n ? one : most)).rgb;
  });
  return { palette, indexOf: (i) => of.get(((pixels[i] >> drop) << (2 * BITS)) | ((pixels[i + 1] >> drop) << BITS) | (pixels[i + 2] >> drop)) };
}

function chunk(kind, body) {
  const named = Buffer.concat([Buffer.from(kind, "latin1"), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** The same picture as a PNG with a palette. */
export function small(png) {
  const picture = decode(png);
  const { width, height, channels } = picture;
  const { palette, indexOf } = paletteOf(picture);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = indexOf((y * width + x) * channels);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([SIGNATURE, chunk("IHDR", head), chunk("PLTE", Buffer.from(palette.flat())), chunk("IDAT", deflateSync(lines, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}
