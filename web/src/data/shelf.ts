/** The shelf of the home page: five boxes. A game the service knows is open; the others are coming. */

import type { Words } from "../lib/protocol";

export interface Box {
  key: string;
  year: string;
  title: Words;
  other: Words;
  about: Words;
  facts: Words[];
  /** The part of the printed map that makes the cover: x, y, width, height. Without it the cover is a drawing of its own. */
  cut?: [number, number, number, number];
  /** Counters on the cover, or on a plane blocks with their facing. */
  units: Unit[];
  /** Width of a counter. */
  size: number;
}

interface Unit {
  colour: string;
  name?: Words;
  x: number;
  y: number;
  strength?: number;
  second?: number;
  symbol?: string;
  turn?: number;
}

const unit = (colour: string, x: number, y: number, strength: number, second: number, symbol = "infantry"): Unit => ({ colour, x, y, strength, second, symbol });
const named = (colour: string, name: Words, x: number, y: number, turn?: number): Unit => ({ colour, name, x, y, ...(turn === undefined ? {} : { turn }) });

const w = (en: string, ja = en): Words => ({ en, ja });

export const SHELF: Box[] = [
  {
    key: "nano",
    year: "1862",
    title: w("Shenandoah Nano", "シェナンドー・ナノ"),
    other: w("シェナンドー・ナノ", "Shenandoah Nano"),
    about: w("Jackson in the Valley on one page. Dice for the initiative, roads that fill with attackers.", "渓谷のジャクソンを一枚のマップで。イニシアティブのダイス、攻撃側で埋まる道。"),
    facts: [w("20–40 min", "20〜40分"), w("towns and roads", "町と道"), w("Easy", "やさしい")],
    cut: [372, 62, 450, 560],
    units: [named("red", w("S1"), 612, 196), named("red", w("S2"), 664, 196), named("blue", w("N4"), 740, 92), named("red", w("S3"), 582, 424), named("blue", w("N5"), 540, 336), named("blue", w("N3"), 730, 392)],
    size: 50,
  },
  {
    key: "shiloh",
    year: "1862",
    title: w("Shiloh: Grant Surprised", "シャイロー：奇襲されたグラント"),
    other: w("シャイロー", "Shiloh: Grant Surprised"),
    about: w("Two days by the Tennessee. Morale, leaders, counter-attacks, camps that wake one by one.", "テネシー河畔の二日間。士気、指揮官、逆襲、次々に目を覚ます野営地。"),
    facts: [w("3–4 h", "3〜4時間"), w("hexes", "ヘクス"), w("Medium", "ふつう")],
    units: [unit("blue", 262, 60, 5, 4), unit("blue", 208, 148, 5, 4), unit("blue", 262, 190, 4, 4), unit("blue", 316, 236, 6, 4), unit("blue", 302, 312, 2, 4, "artillery"), unit("red", 96, 156, 5, 5), unit("red", 150, 246, 3, 4), unit("red", 204, 278, 5, 4), unit("red", 240, 350, 5, 5), unit("red", 130, 344, 2, 4, "artillery")],
    size: 40,
  },
  {
    key: "sjw",
    year: "1862",
    title: w("Stonewall Jackson’s Way", "ストーンウォール・ジャクソンズ・ウェイ"),
    other: w("ストーンウォール・ジャクソンズ・ウェイ", "Stonewall Jackson’s Way"),
    about: w("Fifteen days to Manassas. March, fatigue, supply, and an enemy always somewhere else.", "マナッサスへの十五日間。行軍、疲労、補給、そしていつも別の場所にいる敵。"),
    facts: [w("4–30 h", "4〜30時間"), w("hexes, two maps", "ヘクス、マップ2枚"), w("Hard", "むずかしい")],
    units: [unit("red", 120, 120, 8, 4), unit("red", 196, 176, 12, 4), unit("red", 92, 300, 6, 3, "cavalry"), unit("blue", 306, 262, 9, 2), unit("blue", 246, 354, 10, 2), unit("blue", 330, 420, 8, 3)],
    size: 42,
  },
  {
    key: "sicily",
    year: "1943",
    title: w("Sicily 1943", "シチリア 1943"),
    other: w("シチリア", "Sicily 1943"),
    about: w("Invasion from sea and air, drawn strengths, two allied armies and one road to Messina.", "海と空からの上陸、引いて決まる戦力、二つの連合軍とメッシーナへの一本道。"),
    facts: [w("8–15 h", "8〜15時間"), w("hexes, six levels", "ヘクス、高度6段"), w("Hard", "むずかしい")],
    units: [unit("de", 150, 232, 3, 8), unit("de", 178, 262, 4, 8, "armour"), unit("de", 206, 292, 2, 6), unit("it", 122, 204, 1, 4), unit("uk", 160, 330, 4, 8), unit("uk", 190, 356, 3, 10, "mechanized"), unit("ca", 118, 300, 3, 8), unit("us", 70, 176, 4, 8), unit("us", 96, 146, 3, 10, "armour")],
    size: 30,
  },
  {
    key: "monmouth",
    year: "1778",
    title: w("Pub Battles: Monmouth", "パブバトル：モンマス"),
    other: w("モンマス", "Pub Battles: Monmouth"),
    about: w("Blocks on an open field. No grid: facings, arcs and lines of sight, chits in a cup.", "開けた野にブロックを並べて。マス目はなく、向きと射界と視線、カップのチット。"),
    facts: [w("1–2 h", "1〜2時間"), w("free plane", "自由平面"), w("Medium", "ふつう")],
    units: [named("blue", w("Wayne", "ウェイン"), 128, 300, 80), named("blue", w("Maxwell", "マクスウェル"), 96, 150, -52), named("blue", w("Scott", "スコット"), 170, 70, -34), named("red", w("Grenadiers", "擲弾兵"), 268, 280, -78), named("red", w("Guards", "近衛"), 316, 150, 62), named("red", w("Grey", "グレイ"), 352, 400, -62)],
    size: 118,
  },
];
