/** A map that moves by itself. It stands in for d3-transition (vite.config.ts), of which d3-zoom needs no more than that a movement is called off. */

import { selection } from "d3-selection";

const running = new WeakMap<Element, number>();

/** A movement of this element ends where it is. */
export function interrupt(element: Element): void {
  cancelAnimationFrame(running.get(element) ?? 0);
  running.delete(element);
}

Object.assign(selection.prototype, {
  interrupt(this: ReturnType<typeof selection>) {
    return this.each(function () {
      interrupt(this as Element);
    });
  },
});

/** Draw an element on its way, by the share of it that is done, slowly at its ends, until it is there or is interrupted. */
export function glide(element: Element, milliseconds: number, draw: (share: number) => void): void {
  interrupt(element);
  let begun: number | undefined;
  const frame = (now: number) => {
    begun ??= now;
    const time = Math.min(1, (now - begun) / milliseconds);
    // What is drawn here interrupts whatever runs, as each change of the map does: the next frame is asked for after it.
    draw(time < 0.5 ? 4 * time ** 3 : 1 - 4 * (1 - time) ** 3);
    if (time < 1) running.set(element, requestAnimationFrame(frame));
  };
  running.set(element, requestAnimationFrame(frame));
}
