/** The words of the workshop. */

import { settings } from "../lib/settings.svelte";

const WORDS = {
  title: ["Map workshop", "地図工房"],
  crumb: ["Map workshop", "地図工房"],
  map_of: ["Map of {game}", "{game}の地図"],
  map_label: [
    "Map. Arrow keys move the cursor, Enter uses the tool, keys 1 to 6 choose a side.",
    "地図。矢印キーでカーソル移動、Enterで道具を使用、1〜6キーで辺を選択。",
  ],
  tools: ["Tools", "道具"],
  hand: ["Move the map", "地図を動かす"],
  terrain: ["Terrain", "地形"],
  feature: ["Features", "特徴"],
  side: ["Hexsides", "ヘクスサイド"],
  line: ["Roads and streams", "道と小川"],
  place: ["Names", "地名"],
  h_hand: ["Drag to move, wheel or pinch to zoom.", "ドラッグで移動、ホイールやピンチで拡大縮小。"],
  h_terrain: ["Click or drag over hexes to paint them.", "ヘクスをクリック、またはなぞって塗ります。"],
  h_feature: ["Click a hex to put the feature in or take it out.", "ヘクスをクリックすると特徴を付け外しします。"],
  h_side: ["Click near a side. A slope rises away from the hex you click in.", "辺の近くをクリックします。斜面はクリックしたヘクスから上ります。"],
  h_line: ["Click hex after neighbouring hex.", "隣り合うヘクスを順にクリックします。"],
  h_place: ["Click a hex, then write its name.", "ヘクスをクリックして名前を書きます。"],
  this_line: ["Line", "線"],
  new_line: ["New line", "新しい線"],
  from_hex: ["Begins in {hex}: click a neighbour.", "{hex}から。隣のヘクスをクリックしてください。"],
  not_next: ["{hex} is no neighbour of {last}.", "{hex}は{last}の隣ではありません。"],
  step_back: ["Take the last hex off", "最後のヘクスを外す"],
  drop_line: ["Delete the line", "線を消す"],
  kind: ["Kind", "種類"],
  name_en: ["English name", "英語名"],
  name_ja: ["Japanese name", "日本語名"],
  set_name: ["Set the name", "名前を付ける"],
  another: ["Another name here", "ここに別の名前"],
  no_hex: ["No hex chosen.", "ヘクスが選ばれていません。"],
  load: ["Open a file", "ファイルを開く"],
  shipped: ["The game's map", "ゲームの地図に戻す"],
  download: ["Download", "保存"],
  play_map: ["Play this map", "この地図で遊ぶ"],
  draft_kept: ["Draft kept in this browser", "下書きはこのブラウザに保存済み"],
  draft_failed: ["This browser cannot keep the draft: download it before you go.", "このブラウザには下書きを保存できません。離れる前にファイルに保存してください。"],
  draft_leave: ["Your map could not be kept in this browser. Leave it all the same?", "地図をこのブラウザに保存できませんでした。このまま離れますか？"],
  undo: ["Undo", "元に戻す"],
  redo: ["Redo", "やり直す"],
  checking: ["Checking …", "確認中…"],
  good: ["Nothing wrong", "誤りはありません"],
  wrong: ["{n} problems", "誤り{n}件"],
  wrong_1: ["1 problem", "誤り1件"],
  line_col: ["Line {line}, column {column}", "{line}行{column}桁"],
  older: ["The drawing shows the last map without problems.", "図は、誤りのなかった最後の地図です。"],
  text: ["The file", "ファイル"],
  far: ["Zoom in", "拡大"],
  near: ["Zoom out", "縮小"],
  fit: ["Whole map", "全体"],
  too_big: ["The file is too big.", "ファイルが大きすぎます。"],
  not_text: ["The file is not UTF-8 text.", "ファイルがUTF-8の文章ではありません。"],
  e_service: ["The service does not answer. Your map is safe here; it is checked again when you change it.", "サービスが応答しません。地図はこの画面に残っています。変更するともう一度確認します。"],
  e_too_fast: ["Too many maps at once; it will be checked in a moment.", "確認が混み合っています。少し後でもう一度確認します。"],
} satisfies Record<string, [string, string]>;

export type WorkshopWord = keyof typeof WORDS;

export function w(key: WorkshopWord, facts: Record<string, string | number> = {}): string {
  const text = WORDS[key][settings.lang === "ja" ? 1 : 0]!;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ""));
}
