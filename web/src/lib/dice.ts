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

/** Ticket 0 … total − 1 of roll `number`, each equally likely. */
export async function draw(seed: string, entropy: string[], number: number, total: number): Promise<number> {
  const key = await crypto.subtle.importKey("raw", unhex(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const all = 1n << 64n;
  const limit = all - (all % BigInt(total));
  for (let attempt = 0; ; attempt++) {
    const message = new TextEncoder().encode([...entropy, String(number), String(attempt)].join("|"));
    const signed = new DataView(await crypto.subtle.sign("HMAC", key, message));
    const value = signed.getBigUint64(0);
    if (value < limit) return Number(value % BigInt(total));
  }
}

/** The faces a ticket stands for, of so many six-sided dice told apart. */
export function facesOf(ticket: number, dice: number): number[] {
  return Array.from({ length: dice }, (_, i) => (Math.floor(ticket / 6 ** (dice - 1 - i)) % 6) + 1);
}

/** What the dice and the cup decided in a record, in order: the faces of a roll, null for a draw. */
export function chancesOf(moves: string[]): (number[] | null)[] {
  return moves.flatMap((move) => {
    const found = /^roll ((?:\d+ ?)+)$/.exec(move);
    return found ? [found[1]!.trim().split(" ").map(Number)] : move.startsWith("draw ") ? [null] : [];
  });
}

/** Every roll of a game, in order, held against its seed. A draw only takes its number: what was left to draw from is the
 * rules' to say, and `senki replay --verify` checks it. `step` is told the share done. */
export async function checkDice(proof: Proof, rolls: (number[] | null)[], step?: (share: number) => void): Promise<DiceCheck> {
  const seed = proof.seed ?? "";
  const committed = (await commitmentOf(seed)) === proof.commitment;
  const wrong: number[] = [];
  for (const [number, faces] of rolls.entries()) {
    if (!faces) continue;
    const ticket = await draw(seed, proof.entropy ?? [], number, 6 ** faces.length);
    if (facesOf(ticket, faces.length).join() !== faces.join()) wrong.push(number);
    step?.((number + 1) / rolls.length);
  }
  return { committed, checked: rolls.filter(Boolean).length, wrong };
}
