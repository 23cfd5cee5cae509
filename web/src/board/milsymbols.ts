/** NATO symbols of land units and ships by milsymbol, for pieces whose symbol is a number code (`sidc:1003…`). It comes only when asked for. */

const drawn = new Map<string, string>();
let loading: Promise<void> | null = null;

/** The inner SVG of a symbol on a 100 × 72 plate, or nothing yet; `ready` is called once it can be had. */
export function drawnSymbol(symbol: string, ready: () => void): string | undefined {
  if (!symbol.startsWith("sidc:")) return undefined;
  const held = drawn.get(symbol);
  if (held !== undefined) return held;
  loading ??= import("milsymbol/parts").then(({ ms, numberlandunit, numbersea }) => {
    ms.addIcons([numberlandunit, numbersea]);
    ms.setStandard("APP6");
    lib = (code) =>
      new ms.Symbol(code, { monoColor: "#2b2620", fill: false, frame: true, infoFields: false, size: 50, strokeWidth: 4 }).asSVG();
  });
  void loading.then(() => {
    if (!lib || drawn.has(symbol)) return;
    drawn.set(symbol, lib(symbol.slice(5)).replace("<svg ", '<svg x="0" y="0" width="100" height="72" '));
    ready();
  });
  return undefined;
}

let lib: ((code: string) => string) | null = null;
