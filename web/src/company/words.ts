/** Words of the company one keeps: all tables, sitting down, talk. Loaded with what shows them. */

import { settings } from "../lib/settings.svelte";

const WORDS = {
  title: ["Tables", "卓の一覧"],
  yours: ["Yours", "自分の卓"],
  away: ["Put away", "片付けた卓"],
  open: ["Open", "参加募集中"],
  watch: ["To watch", "観戦"],
  game_any: ["All games", "すべてのゲーム"],
  state: ["State", "状態"],
  state_all: ["All", "すべて"],
  state_turn: ["Your move", "自分の番"],
  state_running: ["In play", "対局中"],
  state_over: ["Finished", "終了"],
  page_of: ["{first}–{last} of {total}", "{total}卓中 {first}〜{last}"],
  none: ["No tables here.", "該当する卓はありません。"],
  none_open: ["Nobody waits for an opponent just now.", "いま対戦相手を待つ卓はありません。"],
  none_watch: ["No public game is being played just now.", "いま公開の対局はありません。"],
  newer: ["Previous page", "前のページ"],
  older: ["Next page", "次のページ"],
  put_away: ["Put away", "片付ける"],
  bring_back: ["Bring back", "元に戻す"],
  changed: ["Last move {date}", "最終手 {date}"],
  due: ["until {date}", "{date}まで"],
  code: ["Table {code}", "卓 {code}"],
  free: ["waits for a player", "相手を待っています"],
  guest: ["a guest", "ゲスト"],
  vacation: ["Vacation", "休暇"],
  vacation_about: [
    "It begins at once: your days for a move stand still at every table, also where it is your move, and the others see until when. You may play all the same. Each vacation takes a day at least; what you do not use is kept. {left} days are left this year.",
    "休暇はすぐに始まり、すべての卓で1手ごとの持ち日数が止まります（自分の手番の卓も含む）。相手にはいつまで不在かが表示されます。休暇中でも手は進められます。1回につき最低1日かかり、使わなかった分は残ります。今年の残りは{left}日です。",
  ],
  vacation_on: ["You are on vacation until {date}.", "{date}まで休暇中です。"],
  vacation_days: ["Days from now on", "今日からの日数"],
  vacation_go: ["Begin", "休暇に入る"],
  vacation_back: ["I am back", "休暇を終える"],
  // sitting down
  sit_title: ["Take the seat of {side}", "{side}の席に着く"],
  sit_against: ["Against", "相手"],
  sit_clock: ["Clock", "持ち時間"],
  sit_help: ["The machine’s help", "コンピュータの助言"],
  help_off: ["off until the game is over: no hints, no chances", "終局まで使えません（ヒント・勝率なし）"],
  help_on: ["allowed: hints and chances may be asked for, and the log says who did", "使えます。ヒントや勝率を見ると棋譜のログに残ります"],
  sit_rated: ["Rating", "レーティング"],
  rated_on: ["the game counts for the ratings of both, if both have an account", "両者にアカウントがあれば、レーティングに反映されます"],
  agree_by_sitting: ["By sitting down you agree to this.", "着席すると、これに同意したことになります。"],
  name_ask: ["Your name, as others see it", "あなたの名前（相手に表示されます）"],
  sit_down: ["Sit down", "着席する"],
  only_watch: ["Only watch", "観戦だけする"],
  nobody: ["nobody yet", "まだいません"],
  // a new table
  assisted: ["The machine may be asked for hints and chances (whoever sits down agrees)", "コンピュータのヒントや勝率を使ってよい（着席した人は同意したものとみなします）"],
  rated: ["Rated: it counts for the ratings of both and stands in their profiles", "レーティング対局にする（両者のレーティングに反映し、プロフィールに載せる）"],
  rated_short: ["rated", "レーティング対局"],
  by_minutes: ["Minutes, and seconds for each choice", "分＋1手ごとの秒"],
  by_days: ["Days for each move", "1手ごとの日数"],
  // talk
  watcher: ["spectator", "観戦者"],
  aside: ["among those who watch", "観戦者どうしの発言"],
  say_aside: ["Say something to the others who watch", "観戦者どうしで話す"],
  aside_about: ["The players read this when the game is over.", "対局者には終局後に表示されます。"],
  // analysis
  fair: ["People play here: no hints and no chances until the game is over.", "人どうしの対局です。終局まではヒントも勝率も使えません。"],
} as const satisfies Record<string, readonly [string, string]>;

export type CompanyWord = keyof typeof WORDS;

export const c = (key: CompanyWord, facts: Record<string, string | number> = {}): string =>
  WORDS[key][settings.lang === "ja" ? 1 : 0].replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ""));
