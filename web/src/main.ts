import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { speak } from "./text.svelte";

const target = document.querySelector("#app");
await speak(navigator.language.startsWith("de") ? "de" : "en");
if (target) mount(App, { target });
