// Beside the page: says plainly that games need a connection when there is none, and shows what the service sends to a closed browser.
// It answers no question about a game and keeps no version of the client: everything comes from the service while it can be reached, and
// what lies here is the page for when it cannot. A newer client registers it under another `v`, which makes that page anew.
const KEPT = `senki-${new URL(location.href).searchParams.get("v") ?? ""}`;
const PAGE = "/offline.html";
/** The service is being started anew behind its proxy. */
const AWAY = [502, 503, 504];

async function keepPage() {
  const page = await fetch(PAGE, { cache: "reload" });
  if (!page.ok) throw new Error(`${PAGE}: ${page.status}`);
  const needed = [...(await page.clone().text()).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
  const shelf = await caches.open(KEPT);
  await shelf.put(PAGE, page);
  await shelf.addAll([...new Set(needed)].filter((path) => path !== "/"));
}

async function clearOlder() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.clients.claim();
}

async function page(request) {
  const kept = () => caches.match(PAGE);
  try {
    const answer = await fetch(request);
    return AWAY.includes(answer.status) ? ((await kept()) ?? answer) : answer;
  } catch {
    return (await kept()) ?? Response.error();
  }
}

const file = (request) => fetch(request).catch(async () => (await caches.match(request)) ?? Response.error());

self.addEventListener("install", (event) => event.waitUntil(keepPage().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(clearOlder()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || /^\/(api|ws|healthz|metrics)\b/.test(pathname)) return;
  event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});

self.addEventListener("push", (event) => {
  const told = event.data?.json() ?? {};
  const shown = { body: told.body ?? "", tag: told.tag || "senki", renotify: true, icon: "/icon-192.png", badge: "/icon-192.png", data: { url: told.url ?? "/" } };
  event.waitUntil(self.registration.showNotification(told.title ?? "Senki", shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const wanted = new URL(event.notification.data?.url ?? "/", location.origin);
  if (wanted.origin !== location.origin) return;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then(async (open) => {
      // Not a replay in a frame of another site.
      const own = open.filter((one) => one.frameType !== "nested");
      const there = own.find((one) => one.url === wanted.href) ?? own[0];
      if (!there) return self.clients.openWindow(wanted.href);
      await there.focus().catch(() => undefined);
      if (there.url !== wanted.href) await there.navigate(wanted.href).catch(() => self.clients.openWindow(wanted.href));
    }),
  );
});
