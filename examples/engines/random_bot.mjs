#!/usr/bin/env node
// An engine for Senki that chooses at random: --north 'exec:node random_bot.mjs'

import { createInterface } from "node:readline";

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
let state = 0;

// A small generator of its own (mulberry32), because Math.random takes no seed.
function chance() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    state = message.seed % 2 ** 32;
    say({ type: "ready", name: "random" });
  } else if (message.type === "think") {
    // message.view is the board as our side sees it; message.options are all choices in notation.
    say({ type: "choice", option: message.options[Math.floor(chance() * message.options.length)] });
  } else if (message.type === "over") {
    console.error(`The winner is ${message.view.result.winner}.`);
  } else if (message.type === "quit") break;
}
