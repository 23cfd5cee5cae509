import { mount } from "svelte";
import "@fontsource/old-standard-tt/latin-400.css";
import "@fontsource/old-standard-tt/latin-400-italic.css";
import "@fontsource/old-standard-tt/latin-700.css";
import "@fontsource-variable/source-sans-3/wght.css";
import "@fontsource/ibm-plex-sans-condensed/latin-500.css";
import "@fontsource/ibm-plex-sans-condensed/latin-600.css";
import "@fontsource/ibm-plex-sans-condensed/latin-700.css";
import "../../senki/workshop/tokens.css";
import "../../senki/workshop/map.css";
import "../../senki/workshop/plane.css";
import "./app.css";
import "./plane.css";
import { EMBEDDED } from "./lib/api";
import { whenIdle } from "./lib/clock";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });

if (!EMBEDDED) addEventListener("load", () => setTimeout(() => whenIdle(() => void import("./club/worker").then(({ register }) => register())), 2000));

// The lists of the Japanese fonts' many slices are half a megabyte: the board comes first, an English page needs them last.
const wait = document.documentElement.lang === "ja" ? 300 : 1500;
addEventListener("load", () => setTimeout(() => whenIdle(() => void import("./japanese"), 3 * wait), wait));
