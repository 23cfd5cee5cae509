/** Parts of a page that it can be shown without: fetched when they are opened, or in an idle moment before. */

import type { Component, ComponentProps } from "svelte";
import { whenIdle } from "./clock";

/** Browsers remember that a file did not come and never ask for it again: it is asked for under another name, which their error tells. */
export async function persistently<M>(fetch: () => Promise<M>): Promise<M> {
  try {
    return await fetch();
  } catch (wrong) {
    const [address] = /https?:\S+?\.js/.exec(String(wrong)) ?? [];
    if (!address) throw wrong;
    return (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as M;
  }
}

/** What a component is given; of one that takes nothing, no more than that. */
export type Given<C extends Component<any>> = ComponentProps<C> extends Record<string, never> ? unknown : ComponentProps<C>;

export class Part<C extends Component<any>> {
  component = $state.raw<C | null>(null);
  failed = $state(false);
  private running: Promise<void> | null = null;

  constructor(private readonly fetch: () => Promise<{ default: C }>) {}

  /** Fetch it, if it is not here or on its way. */
  load(): Promise<void> {
    if (this.component) return Promise.resolve();
    this.running ??= persistently(this.fetch)
      .then(
        (module) => {
          this.component = module.default;
          this.failed = false;
        },
        () => void (this.failed = true),
      )
      .finally(() => (this.running = null));
    return this.running;
  }

  /** Once more; whoever has asked again in vain gets the page anew: there may be a newer one, whose parts have other names. */
  async retry(): Promise<void> {
    await this.load();
    if (this.failed && navigator.onLine) location.reload();
  }
}

export const part = <C extends Component<any>>(fetch: () => Promise<{ default: C }>) => new Part(fetch);

/** Fetch these one after the other while nothing else is to be done, so that none is waited for later. */
export function fetchIdly(parts: readonly { load: () => Promise<void> }[]): () => void {
  let stop: () => void;
  const next = (i: number) => {
    stop = whenIdle(() => {
      const one = parts[i];
      if (one) void one.load().then(() => next(i + 1));
    });
  };
  next(0);
  return () => stop();
}
