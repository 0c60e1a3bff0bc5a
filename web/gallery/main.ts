// The boards at telling moments of real games, for whoever draws them; not part of what is built.
// `python -m tests.web.moments web/gallery/moments.json`, then `npx vite` and open /gallery/, with
// ?game=goldrush&moment=start (or &story=1 to step through a game) and &lang=de.
import { mount } from "svelte";
import "../src/app.css";
import { boardOf, type GameId } from "../src/board";
import { speak } from "../src/text.svelte";
import Gallery from "./Gallery.svelte";

const asked = new URLSearchParams(location.search);
const game = (asked.get("game") ?? "goldrush") as GameId;
const { moments, stories } = await (await fetch("./moments.json")).json();
await speak(asked.get("lang") === "de" ? "de" : "en");
const theme = asked.get("theme");
if (theme) document.documentElement.dataset.theme = theme;

const target = document.querySelector("#app");
if (target)
  mount(Gallery, {
    target,
    props: {
      Board: await boardOf(game),
      moments: asked.has("story") ? stories[game] : moments[game],
      first: asked.get("moment"),
    },
  });
