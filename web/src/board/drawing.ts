/** What every drawing of a piece or a sign needs. */

export const escape = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

export const CREAM = "#f8f2e4";
export const DARK = "#2b2620";
