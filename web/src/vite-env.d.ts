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

interface Window {
  /** Answers of the service asked for by public/first-paint.js, by path. */
  senkiEarly?: Record<string, Promise<Response>>;
}
