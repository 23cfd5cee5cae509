/** The small labels beside places that can be reached: what going there costs. */

import type { Target } from "../lib/choices";
import { f1 } from "../lib/geometry";
import { escape } from "./drawing";

/** The chip of a place that is reached later: hollow, the die it needs behind the price; filled where it is surely reached. */
export function hollowChip(cost: string, pending: boolean, sure = false): { width: number; draw: string } {
  if (!cost) return { width: 0, draw: "" };
  const fill = pending ? "var(--select)" : sure ? "var(--reach)" : "var(--surface)";
  const line = pending ? "#2b1d00" : "var(--reach)";
  const ink = pending ? line : sure ? "var(--on-reach)" : line;
  const w = Math.max(24, 8.4 * cost.length + 12);
  return {
    width: w,
    draw: `<rect x="${f1(-w / 2)}" y="-12" width="${f1(w)}" height="24" rx="12" fill="var(--surface)" stroke="var(--halo)" stroke-width="4"/><rect x="${f1(-w / 2)}" y="-12" width="${f1(w)}" height="24" rx="12" fill="${fill}" stroke="${line}" stroke-width="1.8"/><text class="cnt" y="5.6" font-size="16" font-weight="700" text-anchor="middle" fill="${ink}">${escape(cost)}</text>`,
  };
}

/** The chip beside a reachable place: its price, with blades where enemies stand. */
export function chip(target: Target, pending: boolean): { width: number; draw: string } {
  const text = target.cost;
  const attack = target.attack;
  if (!text && !attack) return { width: 0, draw: "" };
  const width = (attack ? 24 : 0) + (text ? 11 * text.length + (attack ? 4 : 12) : 6);
  const w = Math.max(26, width);
  const fill = pending ? "var(--select)" : attack ? "var(--attack)" : "var(--reach)";
  const ink = pending ? "#2b1d00" : attack ? "var(--on-attack)" : "var(--on-reach)";
  const blades = attack
    ? `<g transform="translate(${text ? f1(-w / 2 + 15) : 0} 0)" stroke="${ink}" stroke-width="2.2" stroke-linecap="round" fill="none"><path d="M-6-6 6 6M6-6-6 6M-7 3l4 4M7 3l-4 4"/></g>`
    : "";
  const words = text
    ? `<text class="cnt" x="${f1(attack ? 11 : 0)}" y="6.3" font-size="18" font-weight="700" text-anchor="middle" fill="${ink}">${escape(text)}</text>`
    : "";
  return {
    width: w,
    draw: `<rect x="${f1(-w / 2)}" y="-13" width="${f1(w)}" height="26" rx="13" fill="${fill}" stroke="var(--halo)" stroke-width="2.4"/>${blades}${words}`,
  };
}
