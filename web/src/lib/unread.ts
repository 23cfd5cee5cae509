/** Up to when somebody has read the talk of a table; kept in the browser for the tables looked at last. */

const KEY = "senki.read";
const MOST = 100;

function kept(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

export const readUpto = (table: string): number => kept()[table] ?? 0;

export function keepRead(table: string, time: number): void {
  const { [table]: _, ...others } = kept();
  const latest = Object.entries(others).slice(1 - MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...latest, [table, time]])));
  } catch {
    /* private browsing: it lasts as long as the page */
  }
}
