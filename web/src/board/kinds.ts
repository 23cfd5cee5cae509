/** The boards by their kind: a table needs one of them, and fetches no other. */

import { persistently } from "../lib/part.svelte";
import type { BoardData } from "../lib/protocol";
import type { BoardHooks, BoardRenderer } from "./renderer";

type Maker = (host: SVGGElement, board: BoardData, hooks: BoardHooks) => BoardRenderer;
type Kind = BoardData["kind"];
type Of<K extends Kind> = Extract<BoardData, { kind: K }>;

const KINDS: { [K in Kind]: () => Promise<Maker> } = {
  graph: async () => {
    const { GraphBoard } = await persistently(() => import("./graph"));
    return (host, board, hooks) => new GraphBoard(host, board as Of<"graph">, hooks);
  },
  hex: async () => {
    const { HexBoard } = await persistently(() => import("./hexes"));
    return (host, board, hooks) => new HexBoard(host, board as Of<"hex">, hooks);
  },
  plane: async () => {
    const { PlaneBoard } = await persistently(() => import("./plane"));
    return (host, board, hooks) => new PlaneBoard(host, board as Of<"plane">, hooks);
  },
};

/** What makes a board of this kind, fetched at the first call; whoever knows the kind before it is drawn may call early. */
export const makerOf = (kind: Kind): Promise<Maker> => KINDS[kind]();
