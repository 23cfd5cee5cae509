/** Sentences from message templates and facts; the language of the templates is in docs/notation.md. */

import type { Fact, Facts, Lang, MessageBook } from "./protocol";

const HOLE = /\{(\w+)(?:\|([^{}]*))?\}/g;
const COMPASS = "n nne ne ene e ese se sse s ssw sw wsw w wnw nw nnw".split(" ");
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** An ISO date as 21 May or 5月21日. */
export function showDate(iso: string, lang: Lang): string {
  const parts = /^(\d+)-(\d+)-(\d+)/.exec(iso);
  if (!parts) return iso;
  const month = Number(parts[2]);
  const day = Number(parts[3]);
  return lang === "ja" ? `${month}月${day}日` : `${day} ${MONTHS[month - 1] ?? month}`;
}

/** An ISO date as it stands in a track: 21 May or 5/21. */
export function shortDate(iso: string, lang: Lang): string {
  const parts = /^(\d+)-(\d+)-(\d+)/.exec(iso);
  if (!parts) return iso;
  return lang === "ja" ? `${Number(parts[2])}/${Number(parts[3])}` : showDate(iso, lang);
}

export class Messages {
  constructor(
    private readonly book: MessageBook,
    readonly lang: Lang,
    /** Pieces that are called by a number, by the ids under which the reader knows them. */
    private readonly known: Readonly<Record<string, string>> = {},
  ) {}

  has(key: string): boolean {
    return key in this.book.templates;
  }

  /** The sentence under a key; a fact that is missing shows as nothing, a missing key as itself. */
  say(key: string, facts: Facts = {}): string {
    const template = this.book.templates[key];
    if (!template) return key;
    return template[this.lang].replace(HOLE, (_, name: string, kind: string | undefined) => {
      const value = facts[name];
      return value === undefined ? "" : this.show(value, kind ?? "");
    });
  }

  /** A fact shown as something: a name, a signed number, a word, a list. */
  show(value: Fact, kind: string): string {
    if (kind === "signed") {
      const number = Number(value);
      return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "±0";
    }
    if (kind === "whole") return String(Math.round(Number(value)));
    if (kind === "halves") return Number(value) % 2 ? `${Math.floor(Number(value) / 2) || ""}½` : String(Number(value) / 2);
    if (kind === "compass") return this.name(kind, COMPASS[Math.round(Number(value) / 22.5) % 16] ?? "");
    if (kind.startsWith("many:")) {
      const [, one, several] = kind.split(":");
      return (Number(value) === 1 ? one : several) ?? "";
    }
    if (kind.startsWith("agree:")) {
      const [, one, several] = kind.split(":");
      return (String(value).trim().includes(" ") ? several : one) ?? "";
    }
    if (kind.startsWith("list:")) {
      const items = String(value).split(/\s+/).filter(Boolean);
      return this.comma(items.map((item) => this.show(item, kind.slice(5)))) || "–";
    }
    if (kind.startsWith("said:")) return this.comma(this.phrases(kind.slice(5), String(value).split(" ")));
    return kind ? this.name(kind, String(value)) : String(value);
  }

  private comma(items: string[]): string {
    return items.join(this.lang === "ja" ? "、" : ", ");
  }

  /** `face 90 advance 90 800`: a key of the group begins a phrase, what follows it fills {1}, {2}, … */
  private phrases(group: string, words: string[]): string[] {
    const starts = words.flatMap((word, i) => (this.has(`${group}.${word}`) ? [i] : []));
    return starts.map((start, i) => {
      const filling = words.slice(start + 1, starts[i + 1]).map((word, n) => [String(n + 1), word] as const);
      return this.say(`${group}.${words[start]}`, Object.fromEntries(filling));
    });
  }

  /** The name of a side, a place, a piece, a date, or a word of the game. */
  name(kind: string, id: string): string {
    if (kind === "date") return showDate(id, this.lang);
    const named = this.book.names[kind]?.[(kind === "piece" && this.known[id]) || id];
    if (named) return named[this.lang];
    const word = `word.${kind}.${id}`;
    return this.has(word) ? this.say(word) : id;
  }
}
