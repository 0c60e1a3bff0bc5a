import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// What answers "/api" while "npx vite" serves the sources.
const server = process.env.MOTHERLODE_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  base: "/",
  build: {
    outDir: "../src/motherlode/server/page",
    emptyOutDir: true,
    // Fonts and pictures are files of their own: the page's policy allows no data in style sheets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
