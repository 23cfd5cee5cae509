/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "milsymbol/parts" {
  const ms: {
    addIcons(icons: unknown): void;
    setStandard(standard: "APP6" | "2525"): void;
    Symbol: new (code: string, options: Record<string, unknown>) => { asSVG(): string };
  };
  const numberlandunit: unknown;
  const numbersea: unknown;
  export { ms, numberlandunit, numbersea };
}
