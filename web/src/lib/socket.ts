/** The live connection to one table: it tries again by itself, slower each time. */

import type { FromService } from "./protocol";

export interface Line {
  send(message: object): string;
  retry(): void;
  close(): void;
}

interface Hooks {
  message: (message: FromService) => void;
  up: (up: boolean) => void;
}

export function connect(table: string, hooks: Hooks): Line {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  let socket: WebSocket | null = null;
  let closed = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pulse: ReturnType<typeof setInterval> | undefined;
  let heard = Date.now();
  let count = 0;

  function open() {
    clearTimeout(timer);
    if (closed) return;
    socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${table}`);
    socket.onopen = () => {
      failures = 0;
      heard = Date.now();
      socket?.send(JSON.stringify({ type: "hello" }));
      hooks.up(true);
    };
    socket.onmessage = (event) => {
      heard = Date.now();
      hooks.message(JSON.parse(String(event.data)) as FromService);
    };
    socket.onclose = () => {
      if (closed) return;
      hooks.up(false);
      failures += 1;
      timer = setTimeout(open, Math.min(8000, 400 * 2 ** (failures - 1)) * (0.8 + Math.random() * 0.4));
    };
  }

  pulse = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - heard > 60_000) socket.close();
    else if (Date.now() - heard > 20_000) socket.send(JSON.stringify({ type: "ping" }));
  }, 10_000);
  open();

  return {
    send(message) {
      const ref = `r${++count}`;
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ ...message, ref }));
      return ref;
    },
    retry: () => {
      if (socket?.readyState !== WebSocket.OPEN) {
        failures = 0;
        socket?.close();
        open();
      }
    },
    close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(pulse);
      socket?.close();
    },
  };
}
