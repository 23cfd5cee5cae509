/** What a page opens later than it is shown: each is a file of its own, fetched when it is opened or in an idle moment. */

import { part } from "../lib/part.svelte";

export const againTip = part(() => import("./AgainTip.svelte"));
export const analysis = part(() => import("./Analysis.svelte"));
export const beatWords = part(() => import("./BeatWords.svelte"));
export const chat = part(() => import("./Chat.svelte"));
export const coach = part(() => import("../coach/Coach.svelte"));
export const diceProof = part(() => import("./DiceProof.svelte"));
export const forces = part(() => import("./Forces.svelte"));
export const lobby = part(() => import("../club/Lobby.svelte"));
export const join = part(() => import("../company/Join.svelte"));
export const newTable = part(() => import("./NewTable.svelte"));
export const odds = part(() => import("./OddsPanel.svelte"));
export const offers = part(() => import("./Offers.svelte"));
export const pastBar = part(() => import("./PastBar.svelte"));
export const planeBar = part(() => import("./PlaneBar.svelte"));
export const planePanel = part(() => import("./PlanePanel.svelte"));
export const planeTip = part(() => import("./PlaneTip.svelte"));
export const bookmarks = part(() => import("./Bookmarks.svelte"));
export const replayShare = part(() => import("./ReplayShare.svelte"));
export const result = part(() => import("./Result.svelte"));
export const rulebook = part(() => import("./Rulebook.svelte"));
export const stage = part(() => import("./Stage.svelte"));
export const tableDialogs = part(() => import("./TableDialogs.svelte"));
export const card = part(() => import("./Card.svelte"));
export const reference = part(() => import("./Reference.svelte"));
export const whyTip = part(() => import("./WhyTip.svelte"));
export const you = part(() => import("./You.svelte"));
export const winGraph = part(() => import("./WinGraph.svelte"));

/** At a table, what is wanted soonest first. */
export const OF_A_TABLE = [againTip, stage, beatWords, pastBar, offers, whyTip, odds, card, tableDialogs, forces, rulebook, reference, chat, analysis, result];
export const OF_A_PLANE = [planeBar, planePanel, planeTip];
export const OF_THE_HOME = [newTable, you];
export const OF_A_REPLAY = [forces, rulebook, replayShare, winGraph, newTable];
