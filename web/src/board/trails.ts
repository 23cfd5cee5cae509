/** How pieces travel, and the trails they leave: a gold dotted path and a dashed ghost at its origin. SVG text; lines keep their width at any scale. */

import { f1, pathOf, type Point } from "../lib/geometry";
import type { Trail } from "./renderer";

/** Milliseconds of one step of a move, and of a whole one at most. */
const STEP = 260;
const MOST = 1200;

/** How long a piece travels that goes so many steps: long marches speed up. */
export const travelOf = (steps: number) => Math.min(MOST, STEP * steps + 180);

export interface TrailGround {
  spot: (place: string) => Point | null;
  /** The way a piece takes between two places. */
  way: (from: string, to: string) => Point[];
  /** The outline a piece leaves where it stood, as attributes of a path; none if it cannot be told. */
  ghost: (piece: string, place: string) => string;
  /** Half the size of a piece. */
  room: (piece: string) => number;
}

/** The line through some places, or the one place. */
export function lineOf(places: readonly string[], { spot, way }: Pick<TrailGround, "spot" | "way">): Point[] {
  return places.length < 2 ? places.flatMap((place) => spot(place) ?? []) : places.slice(1).flatMap((place, i) => way(places[i]!, place));
}

/** Ways with the ghosts of those who went; who came from nowhere has a ring where it stands now. */
export function drawTrails(trails: readonly Trail[], ground: TrailGround): string {
  return trails
    .map(({ piece, places }) => {
      const line = lineOf(places, ground);
      if (!line.length) return "";
      const [first] = line as [Point];
      if (line.length < 2) return dotted(`<circle cx="${f1(first.x)}" cy="${f1(first.y)}" r="${f1(ground.room(piece))}"`);
      const ghost = ground.ghost(piece, places[0]!);
      return dotted(`<path d="${pathOf(line)}"`) + (ghost && `<path ${ghost} fill="none" vector-effect="non-scaling-stroke" stroke="var(--select-ink)" stroke-width="1.6" stroke-dasharray="4 3"/>`);
    })
    .join("");
}

/** Gold on a wider line of ink: alone it is too weak on paper. */
function dotted(shape: string): string {
  const dots = 'fill="none" vector-effect="non-scaling-stroke" stroke-linecap="round" stroke-dasharray="0.1 9"';
  return `${shape} class="trail" ${dots} stroke="var(--ink)" stroke-opacity=".55" stroke-width="5"/>${shape} ${dots} stroke="var(--select)" stroke-width="3.6"/>`;
}
