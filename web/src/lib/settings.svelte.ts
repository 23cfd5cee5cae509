/** What the person at this screen prefers; kept in the browser. */

import type { Lang } from "./protocol";
import { word, type WordKey } from "./words";

export const store = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string) {
    try {
      localStorage.setItem(key, value);
    } catch {
      /* private browsing: the choice lasts as long as the page */
    }
  },
};

/** What this browser keeps under a name. */
export const stored = (key: string, otherwise: string) => store.get(key) ?? otherwise;

const root = document.documentElement;

/** The bar of a phone's browser has the colour of the page's own. */
function frame(): void {
  const colour = getComputedStyle(root).getPropertyValue("--surface").trim();
  if (colour) document.querySelector('meta[name="theme-color"]')?.setAttribute("content", colour);
}
frame();

/** How fast it is shown what others did; `once`: everything is there at once. */
export const PACES = ["slow", "normal", "fast", "once"] as const;
export type Pace = (typeof PACES)[number];

class Settings {
  lang = $state<Lang>(root.lang === "ja" ? "ja" : "en");
  theme = $state<"light" | "dark">(root.dataset["theme"] === "dark" ? "dark" : "light");
  sound = $state(store.get("senki.sound") === "on");
  chance = $state(store.get("senki.chance") === "on");
  showAll = $state(store.get("senki.showAll") === "on");
  /** What has only one answer is answered by itself. */
  alone = $state(store.get("senki.alone") !== "off");
  /** How fast it is shown what others did. */
  pace = $state<Pace>(PACES.find((pace) => pace === store.get("senki.pace")) ?? "normal");

  setLang(lang: Lang) {
    if (lang === "ja") void import("../japanese");
    this.lang = lang;
    root.lang = lang;
    store.set("senki.lang", lang);
  }

  setTheme(theme: "light" | "dark") {
    this.theme = theme;
    root.dataset["theme"] = theme;
    store.set("senki.theme", theme);
    frame();
  }

  setSound(on: boolean) {
    this.sound = on;
    store.set("senki.sound", on ? "on" : "off");
  }

  setChance(on: boolean) {
    this.chance = on;
    store.set("senki.chance", on ? "on" : "off");
  }

  setAlone(on: boolean) {
    this.alone = on;
    store.set("senki.alone", on ? "on" : "off");
  }

  setPace(pace: Pace) {
    this.pace = pace;
    store.set("senki.pace", pace);
  }

  setShowAll(on: boolean) {
    this.showAll = on;
    store.set("senki.showAll", on ? "on" : "off");
  }
}

export const settings = new Settings();

/** A word of the interface in the language of the moment. */
export const t = (key: WordKey, facts?: Record<string, string | number>) => word(settings.lang, key, facts);

/** Several things in a sentence, in the punctuation of the moment. */
export const listed = (parts: readonly string[]) => parts.join(settings.lang === "ja" ? "、" : ", ");

/** Something, and what is said of it; what needs no head has none. */
export const headed = (head: string, text: string) => !head ? text : `${head}${settings.lang === "ja" ? "：" : ": "}${text}`;

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
