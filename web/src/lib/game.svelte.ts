/** All that is known of one game on one board: card, geometry, messages and rulebook, with sentences in the language of the moment. */

import { makerOf } from "../board/kinds";
import { api } from "./api";
import { ableOf } from "./choices";
import { wholeMoves } from "./chronicle";
import { Messages } from "./messages";
import { namesOf } from "./names";
import type { BoardData, Chapter, Choice, Clause, Entry, GameCard, GameEvent, MessageBook, Objection, OverlayPart, Paint, Piece, View } from "./protocol";
import { settings, t } from "./settings.svelte";
import { factsOf } from "./told";

export class Game {
  readonly clauses = new Map<string, Clause>();
  /** Pieces that events call by a number, by the ids under which the reader knows them. */
  private known = $state.raw<Readonly<Record<string, string>>>({});
  readonly say: Messages = $derived.by(() => new Messages(this.book, settings.lang, this.known));

  /** How pieces and signs look: what a scene takes from the card. It is made anew when pieces are called or painted otherwise. */
  readonly looks = $derived.by(() => {
    void this.say;
    const { theme } = settings;
    return {
      colourOf: (side: string) => this.colour(side),
      labelOf: (piece: Piece) => this.label(piece),
      paintOf: ({ colour }: Piece): Paint | null => (colour ? (this.card.colours.find((one) => one.id === colour)?.[theme] ?? null) : null),
      markers: new Map(this.card.markers.map((one) => [one.id, one])),
      marks: new Map(this.card.marks.map((one) => [one.id, one])),
      symbols: new Map((this.card.symbols ?? []).map((one) => [one.id, one])),
      corners: this.card.counters?.values === "corners",
    };
  });
  private readonly book: MessageBook;

  constructor(
    readonly card: GameCard,
    /** Where the board came from, and its map. */
    readonly address: string,
    readonly board: BoardData,
    readonly chapters: Chapter[],
    book: MessageBook,
  ) {
    this.book = { ...book, names: { ...book.names, place: namesOf(board) } };
    for (const chapter of chapters) for (const clause of chapter.clauses) this.clauses.set(clause.id, clause);
  }

  static async load(key: string, address: string): Promise<Game> {
    const [cards, board, chapters, book] = await Promise.all([
      api.games(),
      api.board(address).then((board) => {
        // The board is drawn by what is fetched now; if that fails, the board says so.
        makerOf(board.kind).catch(() => undefined);
        return board;
      }),
      api.rulebook(key),
      api.messages(key),
    ]);
    const card = cards.find((game) => game.key === key);
    if (!card) throw new Error(`no game ${key}`);
    return new Game(card, address, board, chapters, book);
  }

  /** From now on pieces are called as a view knows them. */
  readAs({ known = {} }: View) {
    if (JSON.stringify(known) !== JSON.stringify(this.known)) this.known = known;
  }

  get title(): string {
    return this.card.title[settings.lang];
  }

  side(id: string | null | undefined): string {
    return this.card.sides.find((side) => side.id === id)?.name[settings.lang] ?? id ?? "";
  }

  colour(id: string | null | undefined): string {
    return this.card.sides.find((side) => side.id === id)?.colour ?? "blue";
  }

  /** The letter on the flag of a side. */
  letter(id: string | null | undefined): string {
    return this.card.sides.find((side) => side.id === id)?.name.en.charAt(0) ?? "";
  }

  place(id: string): string {
    return this.say.name("place", id);
  }

  piece(id: string): string {
    return this.say.name("piece", id);
  }

  /** What stands on a piece: its short label if it has one, else its name. */
  label({ id, facts }: Piece): string {
    return facts?.["label"] ? this.say.name("label", String(facts["label"])) : this.piece(id);
  }

  /** A nation or an army by the colour of its counters. */
  army(colour: string): string {
    return this.card.colours.find((one) => one.id === colour)?.name[settings.lang] ?? colour;
  }

  marker(id: string): string {
    return this.looks.markers.get(id)?.name[settings.lang] ?? id;
  }

  overlay(id: string): string {
    return this.card.overlays.find((one) => one.id === id)?.name[settings.lang] ?? id;
  }

  /** What an overlay says of a side at a place: its caption, or what the legend has for its sign. */
  overlayPart(id: string, part: OverlayPart): string {
    const legend = this.card.overlays.find((one) => one.id === id)?.legend;
    const said = part.caption || legend?.find((line) => line.sign === part.tone)?.text[settings.lang];
    return [this.side(part.side), said].filter(Boolean).join(" ");
  }

  /** The marks on a place and on its sides, by name. */
  marksAt(place: string, view: View): string[] {
    const here = (view.marks ?? []).filter((mark) => mark.place === place || mark.toward === place);
    return here.flatMap((mark) => this.looks.marks.get(mark.kind)?.name[settings.lang] ?? []);
  }

  option(choice: Choice): string {
    return this.say.has(`option.${choice.verb}`) ? this.say.say(`option.${choice.verb}`, choice.facts) : choice.text;
  }

  /** An option known only by its notation: the choice of the view that has it, else the notation. */
  notation(text: string, view: View | undefined): string {
    const choice = view?.choices.find((c) => c.text === text);
    return choice ? this.option(choice) : text;
  }

  verb(verb: string): string {
    const key = `word.verb.${verb}`;
    if (this.say.has(key)) return this.say.say(key);
    return verb.charAt(0).toUpperCase() + verb.slice(1).replace(/_/g, " ");
  }

  event(event: GameEvent): string {
    // A move with its price is told as a whole.
    const whole = `move.${event.kind}`;
    const key = "cost" in event && this.say.has(whole) ? whole : `event.${event.kind}`;
    return this.say.has(key) ? this.say.say(key, factsOf(event)) : event.kind;
  }

  /** Does an event tell of victory points? */
  scores({ kind }: GameEvent): boolean {
    return /\bVP\b/.test(this.book.templates[`event.${kind}`]?.en ?? "");
  }

  objection(objection: Objection): string {
    for (const key of [objection.key, objection.clause])
      if (key && this.say.has(`objection.${key}`)) return this.say.say(`objection.${key}`, objection.facts);
    return this.clauses.get(objection.clause)?.text[settings.lang] ?? objection.clause;
  }

  /** A refusal in two or three words, for a title; none if the game has no short form. */
  refusal(objection: Objection): string | null {
    for (const key of [objection.key, objection.clause])
      if (key && this.say.has(`refusal.${key}`)) return this.say.say(`refusal.${key}`, objection.facts);
    return null;
  }

  prompt(view: View): string {
    return this.say.say(`prompt.${view.prompt.key}`, view.prompt.facts);
  }

  /** What ends a phase, with how many could still act where the game says so. */
  ending(choice: Choice, view: View): string {
    const [key, n] = [`word.left.${view.prompt.key}`, ableOf(view)];
    return n && this.say.has(key) ? t("end_left", { option: this.option(choice), left: this.say.say(key, { n }) }) : this.option(choice);
  }

  /** What a prompt is about, in a word or two. */
  about(prompt: string): string {
    const key = `word.asks.${prompt}`;
    return this.say.has(key) ? this.say.say(key) : prompt;
  }

  sentences(entry: Entry): string[] {
    return wholeMoves(entry.events).map((event) => this.event(event));
  }
}
