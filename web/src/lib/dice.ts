/** Checks the dice of a finished game against the revealed seed, in the browser (docs/architecture.md). */

export interface Proof {
  commitment: string;
  entropy?: string[];
  seed?: string | null;
}

export interface DiceCheck {
  /** The seed hashes to the commitment shown before the game. */
  committed: boolean;
  checked: number;
  /** Numbers of the rolls that differ, counted from 0. */
  wrong: number[];
}

const hex = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, "0")).join("");
const unhex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export async function commitmentOf(seed: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", unhex(seed)));
}

/** Ticket 0 … total − 1 of the roll with this mark, each equally likely. */
export async function draw(seed: string, entropy: string[], mark: string, total: number): Promise<number> {
  const key = await crypto.subtle.importKey("raw", unhex(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const all = 1n << 64n;
  const limit = all - (all % BigInt(total));
  for (let attempt = 0; ; attempt++) {
    const message = new TextEncoder().encode([...entropy, mark, String(attempt)].join("|"));
    const signed = new DataView(await crypto.subtle.sign("HMAC", key, message));
    const value = signed.getBigUint64(0);
    if (value < limit) return Number(value % BigInt(total));
  }
}

/** The faces a ticket stands for, of so many six-sided dice told apart. */
export function facesOf(ticket: number, dice: number): number[] {
  return Array.from({ length: dice }, (_, i) => (Math.floor(ticket / 6 ** (dice - 1 - i)) % 6) + 1);
}

/** A record as far as its dice are concerned. */
export interface Rolled {
  /** In format 1 a roll is marked by its number, in format 2 by the trail of the moves before it. */
  format?: number;
  moves: string[];
  dice: Proof;
}

/** The trail of no moves, and with one move more: whoever changes a move changes every die after it. */
const noTrail = () => crypto.subtle.digest("SHA-256", new Uint8Array());
function longer(trail: ArrayBuffer, move: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest("SHA-256", new Uint8Array([...new Uint8Array(trail), ...new TextEncoder().encode(move)]));
}

/** The faces of a roll, null for a draw from the cup, nothing for what somebody chose. */
function chanceOf(move: string): number[] | null | undefined {
  const found = /^roll ((?:\d+ ?)+)$/.exec(move);
  return found ? found[1]!.trim().split(" ").map(Number) : move.startsWith("draw ") ? null : undefined;
}

/** Every roll of a game, in order, held against its seed. A draw only takes its number: what was left to draw from is the
 * rules' to say, and `senki replay --verify` checks it. `step` is told the share done. */
export async function checkDice(record: Rolled, step?: (share: number) => void): Promise<DiceCheck> {
  const { moves, dice, format = 1 } = record;
  const seed = dice.seed ?? "";
  const committed = (await commitmentOf(seed)) === dice.commitment;
  const wrong: number[] = [];
  let [number, checked] = [0, 0];
  let trail = await noTrail();
  for (const [i, move] of moves.entries()) {
    const faces = chanceOf(move);
    if (faces) {
      const mark = format === 1 ? String(number) : hex(trail);
      const ticket = await draw(seed, dice.entropy ?? [], mark, 6 ** faces.length);
      if (facesOf(ticket, faces.length).join() !== faces.join()) wrong.push(number);
      checked += 1;
      step?.((i + 1) / moves.length);
    }
    if (faces !== undefined) number += 1;
    if (format !== 1) trail = await longer(trail, move);
  }
  return { committed, checked, wrong };
}
