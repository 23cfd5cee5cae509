import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../src/lib/api";
import { Table } from "../src/lib/table.svelte";
import type { FromService, View } from "../src/lib/protocol";
import game from "./fixtures/game.json";

const view = (game.views as unknown as Record<string, View>)["set_up"]!;
const frame = (more: object = {}) => ({ type: "table", id: "t", game: "nano", scenario: "campaign", board: "boards/0", seats: [], you: ["south"], at: 0, view, entries: [], commitment: "c0", ...more }) as FromService;

/** The service's end of a line. */
class Socket {
  static readonly OPEN = 1;
  static last: Socket;
  readyState = Socket.OPEN;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;

  constructor() {
    Socket.last = this;
  }

  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  tell(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  of(type: string) {
    return this.sent.filter((message) => message["type"] === type);
  }

  close() {}
}

/** What was posted and what was asked for; what is only read stays unanswered, these tests need none of it. */
const posted: [string, unknown][] = [];
const asked: string[] = [];
beforeEach(() => {
  posted.length = asked.length = 0;
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (!init?.method) {
      asked.push(path);
      return new Promise(() => undefined);
    }
    posted.push([path, JSON.parse(String(init.body))]);
    return Promise.resolve(new Response("{}", { status: 200 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

function seated(): { table: Table; line: Socket } {
  const table = new Table("t");
  const line = Socket.last;
  line.onopen?.();
  return { table, line };
}

describe("the board", () => {
  it("is asked for where the table says, once, and before its map, which may have to be drawn", () => {
    const { table, line } = seated();
    line.tell(frame({ board: "tables/t/boards/ab12" }));
    line.tell(frame({ board: "tables/t/boards/ab12" }));
    expect(asked.filter((path) => path.includes("board"))).toEqual(["/api/tables/t/boards/ab12", "/api/tables/t/boards/ab12/map.svg?lang=en"]);
    table.close();
  });

  it("is asked for again while the service has much to do, and what stands against it is told", async () => {
    vi.useFakeTimers();
    const statuses = [429, 0, 503, 404];
    vi.stubGlobal("fetch", (path: string) => {
      if (!path.endsWith("boards/cd34")) return new Promise(() => undefined);
      asked.push(path);
      const status = statuses.shift()!;
      return status ? Promise.resolve(new Response(JSON.stringify({ code: status === 404 ? "unknown" : "too_fast" }), { status })) : Promise.reject(new TypeError("away"));
    });
    const { table, line } = seated();
    line.tell(frame({ board: "tables/t/boards/cd34" }));
    await vi.advanceTimersByTimeAsync(400);
    expect(asked).toHaveLength(1);
    expect(table.refusal).toBeNull();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(4);
    expect(table.refusal?.code).toBe("unknown");
    table.close();
    vi.useRealTimers();
  });
});

describe("who has just sat down", () => {
  it("asks for the table anew, for the view has choices now; nobody else does", () => {
    const { table, line } = seated();
    line.tell(frame({ you: [] }));
    const asked = line.of("hello").length;
    line.tell({ type: "seats", seats: [], you: [] });
    expect(line.of("hello")).toHaveLength(asked);
    line.tell({ type: "seats", seats: [], you: ["south"] });
    expect(line.of("hello")).toHaveLength(asked + 1);
    table.close();
  });
});

describe("a seat's part in the dice", () => {
  it("is sent once for each table frame that asks for it, another each time, after the commitment has come", () => {
    const { table, line } = seated();
    expect(line.of("entropy")).toEqual([]);
    line.tell(frame({ entropy_open: true }));
    line.tell({ type: "seats", seats: [], you: ["south"] });
    expect(line.of("entropy")).toHaveLength(1);
    line.tell(frame({ entropy_open: true }));
    const values = line.of("entropy").map((message) => message["value"]);
    expect(values).toHaveLength(2);
    for (const value of values) expect(value).toMatch(/^[0-9a-f]{24}$/);
    expect(values[0]).not.toBe(values[1]);
    table.close();
  });

  it("is not sent by a watcher, nor once the dice have it", () => {
    const { table, line } = seated();
    line.tell(frame());
    line.tell(frame({ entropy_open: false }));
    expect(line.of("entropy")).toEqual([]);
    table.close();
  });

  it("that came too late is no trouble of the player's", () => {
    const { table, line } = seated();
    line.tell(frame({ entropy_open: true }));
    line.tell({ type: "error", code: "stale", facts: {}, ref: line.of("entropy")[0]!["ref"] });
    expect(table.refusal).toBe(null);
    table.close();
  });

  it("goes with no request for a table or a seat", async () => {
    await api.create({ game: "nano", seats: { south: "me", north: "open" } });
    await api.join("t", "north", "token");
    expect(posted).toEqual([
      ["/api/tables", { game: "nano", seats: { south: "me", north: "open" } }],
      ["/api/tables/t/join", { side: "north", token: "token" }],
    ]);
  });
});

describe("what the service may leave out or answer", () => {
  it("the machine thinks without telling its chance", () => {
    const { table, line } = seated();
    line.tell(frame());
    line.tell({ type: "thinking", side: "north", share: 0.4 });
    expect(table.thinking).toMatchObject({ side: "north", share: 0.4 });
    expect(table.thinking?.chance).toBeUndefined();
    table.close();
  });

  it("an undo that is not free becomes an offer", () => {
    const { table, line } = seated();
    line.tell(frame());
    table.undo();
    line.tell({ type: "offers", offers: [{ id: 1, kind: "undo", side: "south" }] });
    expect(table.table?.offers).toEqual([{ id: 1, kind: "undo", side: "south" }]);
    expect(table.refusal).toBe(null);
    table.close();
  });
});
