/** Small clicks, off unless asked for. */

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

export function sound(kind: "pick" | "move" | "die" | "no") {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const gain = context.createGain();
  const [pitch, length] = { pick: [520, 0.05], move: [300, 0.09], die: [700, 0.04], no: [160, 0.12] }[kind] as [number, number];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, now);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, now + length);
  gain.gain.setValueAtTime(0.12, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(gain).connect(context.destination);
  tone.start(now);
  tone.stop(now + length);
}
