/** A lesson as the service tells it, and what its coach points at. */

import type { Words } from "./protocol";

export interface LessonCard {
  say: Words;
  clause?: string;
  pieces?: string[];
  places?: string[];
  /** A part of the screen. */
  part?: string;
}

export interface Lesson {
  title: Words;
  /** The number of the first of these cards, from 0, of all there are. */
  first: number;
  of: number;
  cards: LessonCard[];
  /** The choices that are right once the cards are read, in notation, `*` standing for anything; none when the lesson is done. */
  expects?: string[];
  /** Choices on the way to what is right. */
  also?: string[];
}

/** What the coach points at. */
export interface Pointed {
  pieces: readonly string[];
  places: readonly string[];
  part: string;
}
