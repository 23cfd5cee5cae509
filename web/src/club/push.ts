/** This browser's notifications: its subscription at its push service, which the service is told of. */

import { club } from "./api";

export type State = "unable" | "denied" | "off" | "on";

const able = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function subscription(): Promise<PushSubscription | null> {
  const worker = able() ? await navigator.serviceWorker.getRegistration() : undefined;
  return (await worker?.pushManager.getSubscription()) ?? null;
}

export async function state(): Promise<State> {
  if (!able()) return "unable";
  if (Notification.permission === "denied") return "denied";
  return (await subscription()) ? "on" : "off";
}

export const endpoint = async () => (await subscription())?.endpoint ?? null;

const bytes = (text: string) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

/** Ask the browser, then its push service, then tell the service; throws what any of them says. */
export async function turnOn(key: string, lang: string): Promise<State> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const worker = await navigator.serviceWorker.ready;
  const old = await worker.pushManager.getSubscription();
  const made = old ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }));
  const { p256dh = "", auth = "" } = made.toJSON().keys ?? {};
  await club.signUp({ endpoint: made.endpoint, p256dh, auth, lang });
  return "on";
}

export async function turnOff(): Promise<State> {
  const old = await subscription();
  if (old) {
    await club.signOff(old.endpoint);
    await old.unsubscribe();
  }
  return "off";
}
