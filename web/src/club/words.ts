/** The words of the club: notices, profiles, tournaments. */

import { daysEach } from "../lib/cards";
import { settings } from "../lib/settings.svelte";
import type { TournamentCard } from "./api";

const WORDS = {
  notices: ["Word that it is your turn", "手番のお知らせ"],
  push: ["In this browser", "このブラウザに通知"],
  push_on: ["Turn on", "有効にする"],
  push_off: ["Turn off", "無効にする"],
  push_is_on: ["On: you hear of your turn even when Senki is closed.", "有効。戦棋を閉じていても手番をお知らせします。"],
  push_is_off: ["Off.", "無効。"],
  push_denied: ["Blocked: allow notifications for this site in the browser’s settings.", "ブロックされています。ブラウザの設定でこのサイトの通知を許可してください。"],
  push_unable: ["This browser cannot, or not in this window. On an iPhone put Senki on the home screen first.", "このブラウザ（またはこのウィンドウ）では使えません。iPhoneでは先にホーム画面に追加してください。"],
  push_failed: ["The browser could not sign up at its push service: {why}", "ブラウザがプッシュサービスに登録できませんでした：{why}"],
  by_email: ["By e-mail", "メール"],
  by_webhook: ["To the webhook", "Webhook"],
  test: ["Test", "テスト"],
  test_of: ["Test: {way}", "テスト：{way}"],
  testing: ["Sending …", "送信中…"],
  sent_push: ["Sent: the push service has taken it. The notification should appear in a moment.", "送信しました。プッシュサービスが受け付けました。まもなく通知が表示されます。"],
  sent_email: ["Sent: the mail server has taken the letter.", "送信しました。メールサーバーが受け付けました。"],
  sent_webhook: ["Sent: the webhook has taken it.", "送信しました。Webhookが受け付けました。"],
  failed: ["Not sent: the other end did not take it ({why}).", "送れませんでした。相手のサーバーが受け付けませんでした（{why}）。"],
  gone: ["Not sent: this browser’s subscription has ended. Turn notifications on again.", "送れませんでした。このブラウザの登録は終了しています。もう一度有効にしてください。"],
  no_email: ["This service sends no e-mail.", "このサービスはメールを送りません。"],
  keep_first: ["Keep an address first, then test it.", "宛先を保存すると、テストできます。"],
  profile: ["Your profile", "プロフィール"],
  hide: ["Show my profile to nobody but me", "プロフィールを他の人に見せない"],
  hidden: ["Hidden: nobody but you sees this page.", "非公開です。このページはあなたにしか見えません。"],
  since: ["here since {date}", "{date}から参加"],
  ratings: ["Ratings", "レーティング"],
  rating_about: ["Glicko-2. With 95 % certainty the strength is within twice the deviation (±) of the rating; “?” means that it is not yet known well.", "Glicko-2方式。真の実力は95%の確率で、レーティングの前後に偏差（±）の2倍の範囲にあります。「?」は対局数が少なく、まだ定まっていないことを示します。"],
  no_ratings: ["No rated games yet.", "レーティング対局はまだありません。"],
  rating: ["Rating", "レーティング"],
  deviation: ["Deviation", "偏差"],
  rated_games: ["Rated games", "対局数"],
  games: ["Finished games", "終了した対局"],
  no_games: ["No finished public games yet.", "終了した公開対局はまだありません。"],
  won: ["Won", "勝ち"],
  lost: ["Lost", "負け"],
  drawn: ["Draw", "引き分け"],
  how_rules: ["by the rules", "勝利条件による"],
  how_resigned: ["by resignation", "投了"],
  how_agreed: ["by agreement", "合意"],
  how_time: ["on time", "時間切れ"],
  against: ["against {who}", "対 {who}"],
  somebody: ["somebody who has left", "退会した人"],
  machine: ["the machine, level {n}", "コンピュータ　レベル{n}"],
  unrated: ["unrated", "レーティング対象外"],
  rivals: ["Against whom", "対戦相手別"],
  record: ["{won} won, {drawn} drawn, {lost} lost", "{won}勝{lost}敗{drawn}分"],
  forget: ["Delete my account", "アカウントを削除する"],
  forget_about: [
    "The account {name} is deleted for good: name, addresses, browsers, ratings, all you said, and the tables at which nobody else sits. At the others your seat becomes free and your moves stay, without a name. This cannot be undone.",
    "アカウント「{name}」を完全に削除します。名前、メールアドレスなどの宛先、ブラウザの登録、レーティング、発言、自分だけの卓はすべて消えます。相手のいる卓では席が空き、あなたの手は名前なしで残ります。取り消すことはできません。",
  ],
  forget_do: ["Delete for good", "完全に削除する"],
  tournaments: ["Tournaments", "大会"],
  all_tournaments: ["All tournaments", "大会一覧"],
  found: ["Found a tournament", "大会を開く"],
  found_do: ["Found", "開催する"],
  no_tournaments: ["No tournament yet.", "大会はまだありません。"],
  round_robin: ["All play all", "総当たり"],
  knock_out: ["Knock-out", "勝ち抜き"],
  kind: ["Kind", "方式"],
  size: ["Players", "人数"],
  name: ["Name (optional)", "名前（任意）"],
  game: ["Game", "ゲーム"],
  scenario: ["Scenario", "シナリオ"],
  clock: ["Clock of each player", "各自の持ち時間"],
  clock_of: ["{minutes} min + {seconds} s", "{minutes}分＋{seconds}秒"],
  clock_days: ["{days} days, + {hours} h a move", "{days}日＋1手{hours}時間"],
  state_open: ["open: {entered} of {size}", "受付中：{size}人中{entered}人"],
  state_running: ["being played", "開催中"],
  state_over: ["over", "終了"],
  state_off: ["called off", "中止"],
  enter: ["Enter", "参加する"],
  withdraw: ["Withdraw", "辞退する"],
  withdraw_sure: ["Withdraw? Your game in play and all that are left are lost.", "辞退しますか？　対局中の一局と残りの対局はすべて負けになります。"],
  start: ["Begin now", "今すぐ開始"],
  call_off: ["Call off", "中止する"],
  sign_in_first: ["Sign in on the home page to enter.", "参加するには、ホームでサインインしてください。"],
  standing: ["Standing", "順位"],
  entrants: ["Entrants", "参加者"],
  place: ["Place", "順位"],
  player: ["Player", "参加者"],
  points: ["Points", "得点"],
  berger: ["Sonneborn-Berger", "ゾンネボーン・ベルガー"],
  wins: ["Wins", "勝数"],
  is_gone: ["out", "棄権"],
  you: ["you", "あなた"],
  all_games: ["Games", "対局"],
  round: ["Round {n}", "第{n}回戦"],
  game_again: ["again, sides changed", "再戦・陣営交代"],
  bye: ["nobody to meet", "不戦"],
  walk_over: ["without a game", "不戦勝"],
  in_play: ["in play", "対局中"],
  winner: ["{who} wins the tournament", "{who}が優勝"],
  rule_robin: ["Everybody meets everybody once, on balanced sides. A win is 1 point, a draw ½; then Sonneborn-Berger, wins, seed decide. Games are public, rated, and their clocks run from the start.", "全員が一度ずつ対戦し、陣営は均等に割り振られます。勝ち1点、引き分け0.5点。同点ならゾンネボーン・ベルガー、勝数、シード順で決めます。対局は公開・レーティング対象で、持ち時間は開始と同時に減ります。"],
  rule_knock: ["Who loses is out. A draw is played again on changed sides; drawn again, the better seed goes through. Games are public, rated, and their clocks run from the start.", "負けたら敗退です。引き分けは陣営を入れ替えて再戦し、再び引き分けならシード上位が勝ち上がります。対局は公開・レーティング対象で、持ち時間は開始と同時に減ります。"],
} as const;

export type ClubWord = keyof typeof WORDS;

/** A word of the club in the language of the moment. */
export function c(key: ClubWord, facts: Record<string, string | number> = {}): string {
  return WORDS[key][settings.lang === "ja" ? 1 : 0].replace(/\{(\w+)\}/g, (_, fact: string) => String(facts[fact] ?? ""));
}

/** A day as people write it. */
export const day = (seconds: number) => new Date(seconds * 1000).toLocaleDateString(settings.lang === "ja" ? "ja-JP" : "en-GB", { year: "numeric", month: "short", day: "numeric" });

/** A clock as people write it. */
export function clockWord(clock: TournamentCard["clock"]): string {
  if ("days" in clock) return daysEach(clock.days);
  const { initial, increment } = clock;
  if (initial >= 86_400) return c("clock_days", { days: Math.round(initial / 86_400), hours: Math.round(increment / 3600) });
  return c("clock_of", { minutes: Math.round(initial / 60), seconds: increment });
}
