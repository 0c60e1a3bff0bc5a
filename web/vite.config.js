import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

// What answers "/api" while "npx vite" serves the sources.
const server = process.env.MOTHERLODE_SERVER ?? "http://127.0.0.1:8000";

const PUBLIC = ["/", "/icon.svg", "/manifest.webmanifest"];

/** The service worker, told what was built. */
function worker() {
  return {
    name: "worker",
    apply: "build",
    generateBundle(_, bundle) {
      const hash = createHash("sha256");
      const names = Object.keys(bundle).sort();
      for (const name of names) hash.update(name + (bundle[name].code ?? bundle[name].source));
      const files = [
        ...PUBLIC,
        ...names.filter((name) => name !== "index.html").map((n) => "/" + n),
      ];
      const source = readFileSync("worker.js", "utf-8")
        .replace('"BUILD"', JSON.stringify(hash.digest("hex").slice(0, 12)))
        .replace("[]", JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "worker.js", source });
    },
  };
}

const compilerOptions = {
  runes: true,
  discloseVersion: false,
  cssHash: ({ hash, css, filename }) => `s${hash(filename + css).slice(0, 4)}`,
};

export default defineConfig({
  plugins: [svelte({ compilerOptions }), worker()],
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
