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

const service = process.env["SENKI_SERVICE"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [onlyWoff2, svelte()],
  build: {
    outDir: "../senki/table/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": service, "/ws": { target: service, ws: true } } },
  test: { include: ["tests/**/*.test.ts"], environment: "jsdom" },
  resolve: {
    // The parts of milsymbol: its package only exports all of them together, which is twice the client itself.
    alias: { "milsymbol/parts": fileURLToPath(new URL("node_modules/milsymbol/index.mjs", import.meta.url)) },
    ...(process.env["VITEST"] ? { conditions: ["browser"] } : {}),
  },
} as Parameters<typeof defineConfig>[0]);
