import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

/** Every browser that runs this client reads woff2: the packages' older woff files are not shipped. */
const onlyWoff2: Plugin = {
  name: "only-woff2",
  enforce: "pre",
  transform(code, id) {
    if (!/@fontsource.*\.css/.test(id)) return null;
    return { code: code.replace(/,\s*url\([^)]*\.woff\)\s*format\(['"]woff['"]\)/g, ""), map: null };
  },
};

/** The fonts of the first screen are asked for with the script, not when the first word is set in them. */
const FIRST_FONTS = /(old-standard-tt-latin-[47]00-normal|source-sans-3-latin-wght-normal|ibm-plex-sans-condensed-latin-700-normal)-/;
const preloadFonts: Plugin = {
  name: "preload-fonts",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => FIRST_FONTS.test(file))
        .map((file) => ({ tag: "link", attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: "" }, injectTo: "head" })),
  },
};

/** What every page stands on, what a table and its replay share; the rest goes with the page that uses it. */
const FRAME = /svelte\/|preload-helper|\/lib\/(api|cards|clock|geometry|part|pose|refusals|route|scenarios|settings|words)\.|\/board\/(blocks|counters|drawing|signs)\.|\/ui\/(Counter|Dialog|Flag|Icon|Later|Switches|TableItem|parts)\./;
const TABLE = /\/d3-|\/src\/board\/|\/src\/lib\/|\/ui\/(Board|Minimap|Rulers|Clause|Die|Log|Tracks)\./;
/** What only some tables need, or none at first: with whatever fetches it. */
const APART = /\/board\/(graph|hexes|plates|plane\w*)\.|\/lib\/(bookmarks|dice|follow|forces|pace|replay|since|staging)\./;
function chunkOf(id: string): string | undefined {
  if (id.includes("milsymbol/") || APART.test(id)) return undefined;
  return FRAME.test(id) ? "frame" : TABLE.test(id) ? "table" : undefined;
}

const service = process.env["SENKI_SERVICE"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [onlyWoff2, preloadFonts, svelte()],
  build: {
    outDir: "../senki/table/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    manifest: true,
    rollupOptions: { input: ["index.html", "offline.html"], output: { manualChunks: chunkOf } },
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": service, "/ws": { target: service, ws: true } } },
  test: { include: ["tests/**/*.test.{ts,mjs}"], environment: "jsdom" },
  resolve: {
    alias: {
      // The parts of milsymbol: its package only exports all of them together, which is twice the client itself.
      "milsymbol/parts": fileURLToPath(new URL("node_modules/milsymbol/index.mjs", import.meta.url)),
      // d3-zoom asks of it only that a movement is called off.
      "d3-transition": fileURLToPath(new URL("src/board/glide.ts", import.meta.url)),
    },
    ...(process.env["VITEST"] ? { conditions: ["browser"] } : {}),
  },
} as Parameters<typeof defineConfig>[0]);
