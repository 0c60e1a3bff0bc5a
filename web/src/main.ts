import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { settings, show } from "./settings.svelte";
import { speak } from "./text.svelte";

show();
await speak(settings.language);
const target = document.querySelector("#app");
if (target) mount(App, { target });
// Over plain http there is no service worker, and nothing is missed but the installed page.
if (import.meta.env.PROD) void navigator.serviceWorker?.register("/worker.js");
