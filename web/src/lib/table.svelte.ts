/** One table as a page shows it: what the service sent, what was asked, and what to send. */

import { api, entropy, Refused } from "./api";
import { answerOf } from "./asking";
import { connect, type Line } from "./socket";
import { Game } from "./game.svelte";
import type { Follow, Followed } from "./follow.svelte";
import type { Beat } from "./pace";
import { persistently } from "./part.svelte";
import { Past } from "./past.svelte";
import { nothing, reduce, withLog, type Held } from "./reduce";
import type { Choice, Entry, FromService, Help, Hint, Objection, Odds, Overlay, Reach, Reason, RefusalFacts, TableState, View } from "./protocol";
import type { Sighted, Verdict } from "./placing.svelte";
import type { Moment } from "./pointer";
import type { Aim } from "./reference";
import { settings } from "./settings.svelte";
import { sound } from "./sound";
import { StandingAnswers } from "./standing.svelte";
import { keepRead, readUpto } from "./unread";
import { Views } from "./views";

type Answer = Extract<FromService, { type: "reason" | "odds" | "reach" | "overlay" | "aims" | "judge" | "sees" | "error" }>;

export interface Refusal {
  code: string;
  objections: Objection[];
  facts: RefusalFacts;
}

/** A choice on its way to the service, and the entry it follows. */
interface Outgoing {
  at: number;
  choice: Choice;
}

export class Table implements Followed {
  private held = $state.raw<Held>(nothing);
  game = $state.raw<Game | null>(null);
  up = $state(true);
  ever = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  sent = $state(false);
  private partOpen = false;
  private talkRead = $state(0);
  hint = $state.raw<Hint | "waiting" | null>(null);
  /** The entries that are shown as new, for animation. */
  fresh = $state.raw<Held["fresh"]>([]);
  /** What others did is shown one thing after another, and the table is seen as it was until then; loaded when it is there. */
  follow = $state.raw<Follow | null>(null);
  /** What was asked about the present position, and who waits for which answer. */
  private readonly answers = new Map<string, Promise<Answer>>();
  private readonly waiting = new Map<string, (answer: Answer) => void>();
  private readonly line: Line;
  /** What was chosen and has not been answered; and what of it waits for the connection to come back. */
  private outgoing: Outgoing | null = null;
  kept = $state.raw<Choice | null>(null);
  private unsaid: string[] = [];
  readonly standing: StandingAnswers;
  /** The entry something was taken back to: nothing answers itself there. */
  private back = -1;
  private closed = false;
  /** What was chosen last answered itself. */
  private byItself = false;
  /** What the coach said before what is being shown. */
  private taught: TableState["lesson"] = null;
  /** Is called whenever what the pointer is about may have changed. */
  told: () => void = () => undefined;

  /** An earlier position that is looked at. */
  readonly past: Past;

  readonly views: Views;

  constructor(readonly id: string) {
    this.views = new Views((n) => api.view(id, n));
    this.standing = new StandingAnswers(id, () => this.told());
    void persistently(() => import("./follow.svelte")).then(({ Follow }) => void (this.closed || (this.follow = new Follow(this))), () => undefined);
    this.talkRead = readUpto(id);
    this.past = new Past(this.views, () => this.told());
    this.line = connect(id, {
      message: (message) => this.receive(message),
      up: (up) => {
        this.up = up;
        this.ever ||= up;
        if (!up) {
          this.kept = this.outgoing?.choice ?? null;
          this.waiting.clear();
          this.answers.clear();
          this.told();
        }
      },
    });
  }

  /** The table as it is shown; the service may be further on. */
  get table(): TableState | null {
    return this.seen;
  }

  private readonly seen = $derived.by(() => {
    const { table } = this.held;
    const beat = this.follow?.beat;
    if (!table || !beat) return table;
    const { at, view } = beat;
    const lesson = table.lesson ? this.taught : table.lesson;
    return { ...table, at, view, entries: table.entries.filter((entry) => entry.n <= at), over: false, ending: undefined, seed: null, lesson };
  });

  /** What is seen: the position now, or an earlier one that is looked at. */
  get view(): View | undefined {
    return this.past.view ?? this.seen?.view;
  }

  get thinking() {
    return this.held.thinking;
  }

  get moment(): Moment | null {
    const table = this.table;
    const asking = this.game?.card.asking;
    const answer = table && this.mine && this.up && !table.lesson && table.at !== this.back ? answerOf(table.view, asking, this.standing.given, settings.alone) : null;
    return table && { at: table.at, view: this.view!, mine: this.mine, sent: this.sent, entries: table.entries, answer, ...(asking ? { asking } : {}) };
  }

  get mine(): boolean {
    return !this.past.on && isAsked(this.table);
  }

  /** It is this page's turn, though it may still be shown what led to it. */
  get due(): boolean {
    return isAsked(this.held.table);
  }

  get waitsForPlayers(): boolean {
    return isIncomplete(this.table);
  }

  private receive(message: FromService) {
    if (message.type === "table" && this.game?.address !== message.board) {
      Game.load(message.game, message.board).then(
        (game) => {
          this.game = game;
          if (this.view) game.readAs(this.view);
          this.told();
        },
        (wrong) => (wrong instanceof Refused ? this.refuse(wrong.code, wrong.facts) : this.refuse("failed")),
      );
      void api.map(message.board, settings.lang).catch(() => undefined);
    }
    // Who has just sat down sees another view, with choices if it is their turn: the table is asked for anew.
    if (message.type === "seats" && message.you && message.you.join() !== this.held.table?.you.join()) this.line.send({ type: "hello" });
    if (message.type === "table" || message.type === "seats") {
      // Whoever sits down here adds a part to the dice, too.
      const wasOpen = message.type === "seats" && this.partOpen;
      this.partOpen = message.entropy_open ?? false;
      if (this.partOpen && !wasOpen) this.addEntropy();
    }
    if (["reason", "odds", "reach", "overlay", "aims", "judge", "sees"].includes(message.type)) {
      const answer = message as Answer;
      this.waiting.get(answer.ref ?? "")?.(answer);
      this.waiting.delete(answer.ref ?? "");
      return;
    }
    if (message.type === "hint") {
      this.hint = message;
      return;
    }
    if (message.type === "error") {
      const asked = message.ref ? this.waiting.get(message.ref) : undefined;
      if (asked) {
        asked(message);
        this.waiting.delete(message.ref!);
        return;
      }
      this.refuse(message.code, message.facts, message.objections);
      this.sent = false;
      this.outgoing = null;
      if (this.hint === "waiting") this.hint = null;
      this.told();
      return;
    }
    const was = this.held.table;
    const before = was?.at;
    this.held = reduce(this.held, message, Date.now());
    if (message.type === "table") this.follow?.forget();
    const late = message.type === "moved" && was && this.isHeldBack(message, was);
    if (this.view) this.game?.readAs(this.view);
    if (message.type === "table" && (message.entries[0]?.n ?? 0) > 0)
      void this.readLog();
    if (message.type === "moved" && message.back != null) this.back = message.at;
    if (message.type === "said") {
      // What those said who watched is new to whoever played, however long ago it was.
      const first = message.chat.find((line) => line.audience === "watchers")?.time ?? Infinity;
      this.talkRead = Math.min(this.talkRead, first - 0.001);
    }
    if (message.type === "moved" || message.type === "table") {
      this.sent = false;
      if (before !== this.held.table?.at) {
        this.hint = null;
        this.answers.clear();
        this.refusal = null;
      }
      if (message.type === "moved" && !late) this.tellFresh(message.entries);
      this.sendKept();
    }
    this.told();
  }

  /** What was chosen while there was no connection is sent if the position is the same, and refused in sight if it is not. */
  private sendKept() {
    const [table, outgoing, kept] = [this.held.table, this.outgoing, this.kept];
    this.outgoing = this.kept = null;
    for (const text of this.unsaid.splice(0)) this.line.send({ type: "chat", text });
    if (!table || !outgoing || !kept) return;
    if (table.at === outgoing.at) this.play(kept);
    else if (!table.entries.some((entry) => entry.n > outgoing.at && entry.option === kept.text)) this.refuse("stale");
  }

  /** What was kept is not sent after all. */
  forgetKept() {
    this.outgoing = this.kept = null;
    this.sent = false;
    this.told();
  }

  /** What others did waits to be shown; one's own choice, and what was taken back, is there at once. */
  private isHeldBack(message: Extract<FromService, { type: "moved" }>, was: TableState): boolean {
    const came = { ...message, view: this.held.table!.view };
    const side = message.entries.find((entry) => entry.side)?.side;
    const isOwn = !side || was.you.includes(side) || message.entries.some((entry) => entry.kind);
    if (this.game && message.back == null && !isOwn) return this.follow?.push(came, was.view, was.at) ?? false;
    const byItself = this.byItself;
    this.byItself = false;
    // The coach of a lesson answers in the same message, dice and all, and goes on when that has been seen.
    if (this.game && was.lesson && message.back == null && message.entries.length > 1) {
      this.taught = was.lesson;
      return this.follow?.answered(came, was.view, was.at) ?? false;
    }
    this.follow?.own(came, was.view, byItself);
    return false;
  }

  has(key: string): boolean {
    return this.game?.say.has(key) ?? false;
  }

  show(beat: Beat | null): void {
    if (this.view) this.game?.readAs(this.view);
    if (beat) this.tellFresh([...beat.entries]);
    this.told();
  }

  private tellFresh(entries: Entry[]): void {
    this.fresh = entries;
    sound(entries.some((entry) => entry.faces?.length) ? "die" : "move");
  }

  private async readLog() {
    const helped: Help[] = [];
    const log = await api.log(this.id, helped);
    this.held = withLog(this.held, log, helped);
  }

  /** Lines of talk that were not in sight yet, but for one's own. */
  get unread(): number {
    const { chat = [], you = [] } = this.table ?? {};
    return chat.filter((line) => (line.time ?? 0) > this.talkRead && !(line.side && you.includes(line.side))).length;
  }

  /** All talk is in sight. */
  readTalk() {
    const last = this.table?.chat?.at(-1)?.time ?? 0;
    if (last <= this.talkRead) return;
    this.talkRead = last;
    keepRead(this.id, last);
  }

  /** This seat's part in the dice, added once the commitment to the seed has been seen. That it came too late is no trouble of the player's. */
  private addEntropy() {
    this.waiting.set(this.line.send({ type: "entropy", value: entropy() }), () => undefined);
  }

  refuse(code: string, facts: RefusalFacts = {}, objections: Objection[] = []) {
    this.refusal = { code, facts, objections };
    sound("no");
  }

  play(choice: Choice) {
    const { table } = this.held;
    if (!table || this.sent || this.follow?.on) return;
    this.byItself = this.moment?.answer?.choice.text === choice.text;
    this.sent = true;
    this.refusal = null;
    this.outgoing = { at: table.at, choice };
    if (this.up) this.line.send({ type: "play", at: table.at, option: choice.text });
    else this.kept = choice;
  }

  /** Say something that makes sense now only: without a connection it is refused. */
  private tell(message: object) {
    if (this.up) this.line.send(message);
    else this.refuse("offline");
  }

  undo() {
    this.follow?.skip();
    if (this.held.table) this.tell({ type: "undo", at: this.held.table.at });
  }

  /** A question about the present position, asked once. */
  private ask(question: Record<string, unknown>): Promise<Answer> {
    if (!this.up) return Promise.resolve({ type: "error", code: "offline" } as Answer);
    const key = `${this.held.table?.at} ${JSON.stringify(question)}`;
    let asked = this.answers.get(key);
    if (!asked) {
      asked = this.put(question);
      this.answers.set(key, asked);
    }
    return asked;
  }

  private put(question: Record<string, unknown>): Promise<Answer> {
    return new Promise<Answer>((resolve) => {
      const ref = this.line.send({ ...question, at: this.held.table?.at ?? 0 });
      this.waiting.set(ref, resolve);
    });
  }

  /** What the rules say of a pose a piece is dragged to. */
  async judge(piece: string, pose: readonly number[]): Promise<Verdict> {
    const answer = await this.put({ type: "judge", piece, pose });
    if (answer.type === "judge") return { judgement: answer.judgement ?? null };
    return { judgement: null, code: answer.type === "error" ? answer.code : "failed" };
  }

  /** The line of sight between two points of a plane. */
  async sees(start: readonly number[], end: readonly number[]): Promise<Sighted> {
    const answer = await this.put({ type: "sees", start, end });
    return { line: answer.type === "sees" ? (answer.line ?? null) : null };
  }

  /** Why a piece may not go somewhere. */
  async why(piece: string | null, place: string): Promise<Reason> {
    const answer = await this.ask({ type: "why", piece, place });
    return answer.type === "reason" ? answer : { objections: [], open: [] };
  }

  /** What the fight would bring that a choice begins; nothing if it begins none. */
  async odds(choice: Choice): Promise<Odds | null> {
    const answer = await this.ask({ type: "odds", option: choice.text });
    return answer.type === "odds" ? (answer.odds ?? null) : null;
  }

  /** Where a piece comes later in its action. */
  async reach(piece: string): Promise<Reach[]> {
    const answer = await this.ask({ type: "reach", piece });
    return answer.type === "reach" ? answer.later : [];
  }

  /** What wins for whom, and what is missing. */
  async aims(): Promise<Aim[]> {
    const answer = await this.ask({ type: "aims" });
    return answer.type === "aims" ? answer.aims : [];
  }

  /** What an overlay of the game shows; some are about a place. */
  async overlay(overlay: string, place: string | null): Promise<Overlay> {
    const answer = await this.ask({ type: "overlay", overlay, ...(place ? { place } : {}) });
    return answer.type === "overlay" ? answer : {};
  }

  askHint() {
    const { table } = this.held;
    if (!table) return;
    if (this.up) this.hint = "waiting";
    this.tell({ type: "hint", at: table.at });
  }

  consent(offer: string | number, yes: boolean) {
    this.tell({ type: "consent", offer, yes });
  }

  offerDraw() {
    this.tell({ type: "offer", kind: "draw" });
  }

  resign() {
    this.tell({ type: "resign" });
  }

  chat(text: string) {
    if (this.up) this.line.send({ type: "chat", text });
    else this.unsaid.push(text);
  }

  retry() {
    this.line.retry();
  }

  close() {
    this.closed = true;
    this.follow?.close();
    this.line.close();
  }
}

/** The game begins when every seat is taken. */
const isIncomplete = (table: TableState | null) => !table?.over && Boolean(table?.seats.some((seat) => seat.kind === "open" || seat.kind === "link"));

const isAsked = (table: TableState | null) => Boolean(table?.view.choices.length) && !isIncomplete(table);
