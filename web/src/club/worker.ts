/** The service worker (public/sw.js): registered in an idle moment, under the name of this client, so that a newer one replaces it. */

export function register(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const version = new URL(import.meta.url).pathname.split("/").pop() ?? "";
  navigator.serviceWorker.register(`/sw.js?v=${version}`).catch(() => undefined);
}
