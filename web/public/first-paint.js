// What cannot wait for the script: the theme and the language (the stored choice, else what the browser prefers), and the first
// questions to the service, whose answers lib/api.ts takes over.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const asked = new URLSearchParams(location.search);
  root.dataset.theme =
    asked.get("theme") ?? read("senki.theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.lang = asked.get("lang") ?? read("senki.lang") ?? (navigator.language.startsWith("ja") ? "ja" : "en");

  // A game on another site asks as nobody, and only for itself.
  if (location.pathname.startsWith("/embed/")) return;
  const early = (window.senkiEarly = {});
  const ask = (path) => {
    const answer = fetch(`/api${path}`);
    answer.catch(() => delete early[path]);
    early[path] = answer;
    return answer;
  };
  ask("/games");
  const table = /^#\/(?:table|replay)\/([\w-]+)/.exec(location.hash)?.[1];
  if (table)
    fetch(`/api/tables/${table}`)
      .then((answer) => (answer.ok ? answer.json() : null))
      .then((card) => {
        if (card) for (const what of [card.board, `games/${card.game}/messages`, `${card.board}/map.svg?lang=${root.lang}`, `games/${card.game}/rulebook`]) ask(`/${what}`);
      })
      .catch(() => undefined);
})();
