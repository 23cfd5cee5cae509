/** The shelf of the home page: five boxes. A game the service knows is open; the others are coming. */

import type { Words } from "../lib/protocol";

export interface Box {
  key: string;
  year: string;
  title: Words;
  other: Words;
  about: Words;
  facts: Words[];
  /** The part of its own map that makes the cover: x, y, width, height. */
  cut?: [number, number, number, number];
  /** Counters on the cover: colour, label, x, y on the map. */
  units?: [string, string, number, number][];
  /** How the box of a coming game is tinted. */
  ground: "woods" | "hills" | "sea" | "field";
}

const w = (en: string, ja: string): Words => ({ en, ja });

export const SHELF: Box[] = [
  {
    key: "nano",
    year: "1862",
    title: w("Shenandoah Nano", "シェナンドー・ナノ"),
    other: w("シェナンドー・ナノ", "Shenandoah Nano"),
    about: w("Jackson in the Valley on one page. Dice for the initiative, roads that fill with attackers.", "渓谷のジャクソンを一枚のマップで。イニシアティブのダイス、攻撃側で埋まる道。"),
    facts: [w("20–40 min", "20〜40分"), w("towns and roads", "町と道"), w("Easy", "やさしい")],
    cut: [372, 62, 450, 560],
    units: [
      ["red", "S1", 612, 196],
      ["red", "S2", 664, 196],
      ["blue", "N4", 740, 92],
      ["red", "S3", 582, 424],
      ["blue", "N5", 540, 336],
      ["blue", "N3", 730, 392],
    ],
    ground: "hills",
  },
  {
    key: "shiloh",
    year: "1862",
    title: w("Shiloh: Grant Surprised", "シャイロー：グラント奇襲さる"),
    other: w("シャイロー", "Shiloh: Grant Surprised"),
    about: w("Two days by the Tennessee. Morale, leaders, counter-attacks, camps that wake one by one.", "テネシー河畔の二日間。士気、指揮官、逆襲、次々に目を覚ます野営地。"),
    facts: [w("3–4 h", "3〜4時間"), w("hexes", "ヘクス"), w("Medium", "ふつう")],
    ground: "woods",
  },
  {
    key: "sjw",
    year: "1862",
    title: w("Stonewall Jackson’s Way", "ストーンウォール・ジャクソンズ・ウェイ"),
    other: w("ストーンウォール・ジャクソンズ・ウェイ", "Stonewall Jackson’s Way"),
    about: w("Fifteen days to Manassas. March, fatigue, supply, and an enemy always somewhere else.", "マナッサスへの十五日間。行軍、疲労、補給、そしていつも別の場所にいる敵。"),
    facts: [w("4–30 h", "4〜30時間"), w("hexes, two maps", "ヘクス、マップ2枚"), w("Hard", "むずかしい")],
    ground: "field",
  },
  {
    key: "sicily",
    year: "1943",
    title: w("Sicily 1943", "シチリア 1943"),
    other: w("シチリア", "Sicily 1943"),
    about: w("Invasion from sea and air, drawn strengths, two allied armies and one road to Messina.", "海と空からの上陸、引いて決まる戦力、二つの連合軍とメッシーナへの一本道。"),
    facts: [w("8–15 h", "8〜15時間"), w("hexes, six levels", "ヘクス、高度6段"), w("Hard", "むずかしい")],
    ground: "sea",
  },
  {
    key: "monmouth",
    year: "1778",
    title: w("Pub Battles: Monmouth", "パブバトル：モンマス"),
    other: w("モンマス", "Pub Battles: Monmouth"),
    about: w("Blocks on an open field. No grid: facings, arcs and lines of sight, chits in a cup.", "開けた野にブロックを並べて。マス目はなく、向きと射界と視線、カップのチット。"),
    facts: [w("1–2 h", "1〜2時間"), w("free plane", "自由平面"), w("Medium", "ふつう")],
    ground: "field",
  },
];
