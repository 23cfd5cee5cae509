// What no eye is needed for: pages wider than the screen, text that is cut off or lies over other text, words in the wrong language, buttons too
// small for a finger.
const NAMES = /^(NANO|SHI|MON|Senki|English|Esc|Enter|Home|Webhook|Space|Shift|Shenandoah|Nano|Shiloh|Grant|Surprised|Stonewall|Jackson|Way|Sicily|Battles|Pub|Monmouth|FOW)$/;

/** What is wrong with the page as it lies there. */
function wrongs({ lang, touch, names }) {
  const found = [];
  // A phone shows all of a page that is too wide, only smaller.
  const wide = document.documentElement.scrollWidth - (touch ? screen.width : innerWidth);
  if (wide > 0) found.push(`wider than the screen by ${wide} px`);
  const shown = (element) => {
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.width > 1 && box.height > 1 && Boolean(top && (element.contains(top) || top.contains(element)));
  };
  const words = (element) => element.textContent.trim().replace(/\s+/g, " ").slice(0, 50);
  for (const element of document.querySelectorAll("button, a, h1, h2, h3, h4, p, li, small, b, span, .cell, label, td")) {
    if (!element.textContent.trim() || element.closest("svg, .sr") || !shown(element)) continue;
    const style = getComputedStyle(element);
    if (style.overflow !== "visible" && element.scrollWidth > element.clientWidth + 1 && style.overflowX !== "auto") found.push(`cut off: ${words(element)}`);
  }
  for (const bar of document.querySelectorAll(".bar, .tracks, .acts, .controls, .tabs, .tabbar, .foot, .hero")) {
    const parts = [...bar.querySelectorAll("button, a, b, .gauge, .cells, .cell, .short, .crumb, .seg")].filter((one) => shown(one) && one.checkVisibility());
    for (const one of parts) {
      const a = one.getBoundingClientRect();
      if (a.right > innerWidth + 1 || a.left < -1) found.push(`out of the screen: ${words(one)}`);
      for (const other of parts) {
        if (one === other || one.contains(other) || other.contains(one)) continue;
        const b = other.getBoundingClientRect();
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3) found.push(`overlap: ${words(one)} / ${words(other)}`);
      }
    }
  }
  if (touch)
    for (const one of document.querySelectorAll("button, a.btn, a.tool, a.item, select")) {
      const box = one.getBoundingClientRect();
      if (shown(one) && box.height < 31 && !one.closest("svg")) found.push(`small to touch: ${words(one) || one.getAttribute("aria-label")} ${Math.round(box.width)} × ${Math.round(box.height)}`);
    }
  if (lang === "ja") {
    const left = document.body.innerText.match(/[A-Za-z]{4,}/g)?.filter((word) => !new RegExp(names).test(word)) ?? [];
    if (left.length) found.push(`latin words: ${[...new Set(left)].slice(0, 14).join(" ")}`);
  } else if (/[\u3040-\u30ff]/.test(document.body.innerText.replace(/日本語|戦棋/g, ""))) {
    const left = [...document.querySelectorAll("body *:not(:lang(ja))")].filter((one) => !one.children.length && /[\u3040-\u30ff]/.test(one.textContent) && one.checkVisibility() && !one.closest("svg"));
    if (left.length) found.push(`japanese words: ${left.map(words).slice(0, 4).join(" | ")}`);
  }
  return [...new Set(found)].slice(0, 12);
}

/** What is wrong with a page, in words. */
export const findings = (page, lang, touch) => page.evaluate(wrongs, { lang, touch, names: NAMES.source });
