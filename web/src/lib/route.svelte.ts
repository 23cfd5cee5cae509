/** Which page is shown: the part of the address behind `#`. */

class Route {
  path = $state(read());

  constructor() {
    addEventListener("hashchange", () => (this.path = read()));
  }

  /** Another address for what is shown already: nothing is gone to, and the way back leads past it. */
  replace(path: string) {
    history.replaceState(history.state, "", `#${path}`);
    this.path = path;
  }

  get parts(): string[] {
    return (this.path.split("?")[0] ?? "").split("/").filter(Boolean);
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.path.split("?")[1] ?? "");
  }
}

function read(): string {
  const hash = location.hash.slice(1);
  return hash.startsWith("/") ? hash : "/";
}

export const route = new Route();

export function go(path: string) {
  location.hash = path;
}

/** The whole address of one of our pages. */
export const linkTo = (path: string) => `${location.origin}/#${path}`;

/** The address of an invitation: the service gives a whole address or the token of the seat. */
export function invitation(id: string, side: string, given: string): string {
  if (/^https?:/.test(given)) return given;
  if (given.startsWith("/")) return location.origin + given;
  return `${location.origin}${location.pathname}#/table/${id}?side=${side}&token=${encodeURIComponent(given)}`;
}
