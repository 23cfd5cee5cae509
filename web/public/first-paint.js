// The theme and the language are set before the first paint: the stored choice, else what the browser prefers.
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
})();
