/** What happens after a while. Pages and machines name their delays; here alone they run. */

/** Delays by name: one of a name runs at a time, a later one takes the place of an earlier. */
export class Delays<Name extends string = string> {
  private readonly running = new Map<Name, ReturnType<typeof setTimeout>>();

  after(name: Name, ms: number, act: () => void): void {
    this.stop(name);
    this.running.set(
      name,
      setTimeout(() => {
        this.running.delete(name);
        act();
      }, ms),
    );
  }

  stop(name: Name): void {
    clearTimeout(this.running.get(name));
    this.running.delete(name);
  }

  close(): void {
    for (const name of [...this.running.keys()]) this.stop(name);
  }
}

/** Again and again, until what it gives back is called. */
export function every(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms);
  return () => clearInterval(timer);
}

/** Do something after the next frame was shown: nobody waits for it. What it gives back calls it off. */
export function afterFrame(act: () => void): () => void {
  let later: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (later = setTimeout(act)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(later);
  };
}

/** Do something when nothing else is to be done; a browser that does not tell gets a moment. What it gives back calls it off. */
export function whenIdle(act: () => void, timeout = 5000): () => void {
  if (!("requestIdleCallback" in globalThis)) {
    const later = setTimeout(act, 400);
    return () => clearTimeout(later);
  }
  const asked = requestIdleCallback(act, { timeout });
  return () => cancelIdleCallback(asked);
}
