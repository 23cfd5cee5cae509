/** What a plane shows of the piece in hand, in the words of the moment. */

import type { PlaneScene } from "../board/renderer";
import type { Placing } from "./placing.svelte";
import type { PlaneBoardData, View } from "./protocol";
import { settings, t } from "./settings.svelte";

export const unitOf = (board: PlaneBoardData) => board.unit?.[settings.lang] ?? (settings.lang === "ja" ? "ヤード" : "yd");

const whole = (n: number) => String(Math.round(n));

export function planeScene(placing: Placing, view: View, board: PlaneBoardData, mine: boolean, paths: PlaneScene["paths"]): PlaneScene {
  const { verdict, piece } = placing;
  const unit = unitOf(board);
  const facts = verdict ? { cost: whole(verdict.cost), rate: whole(verdict.rate), left: whole(Math.max(0, verdict.rate - verdict.cost)), unit } : null;
  return {
    free: new Set(mine ? (view.free?.pieces ?? []).map((one) => one.piece) : []),
    zones: mine ? (view.free?.zones ?? []) : [],
    placing: piece
      ? {
          piece,
          size: placing.size,
          from: placing.from,
          pose: placing.pose,
          moved: placing.moved,
          rate: placing.rate,
          verdict,
          judged: placing.judged,
          snaps: placing.snapping ? placing.snaps : [],
          snapped: placing.snapped,
        }
      : null,
    tool: placing.tool,
    measured: placing.measured,
    paths,
    chips: {
      cost: facts ? t(verdict!.legal ? "chip_cost" : "chip_refused", facts) : "",
      contact: verdict?.legal && verdict.target ? t("chip_contact") : verdict?.touches?.length ? t("chip_touch") : "",
      measured: measuredWords(placing, board, unit),
      seen: t("sight_clear"),
      unseen: t("sight_blocked"),
    },
  };
}

function measuredWords(placing: Placing, board: PlaneBoardData, unit: string): string {
  const measured = placing.measured;
  if (!measured) return "";
  const far = Math.hypot(measured.to.x - measured.from.x, measured.to.y - measured.from.y);
  return board.inch ? t("measured", { n: whole(far), unit, inch: (far / board.inch).toFixed(2) }) : t("measured_plain", { n: whole(far), unit });
}
