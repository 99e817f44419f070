/** Starts the page: preferences, words, and the screen that the address names. */

import { games } from "./games/registry.js";
import { spoken, words } from "./i18n/words.js";
import { constant } from "./net/api.js";
import { unsubscribe } from "./net/subscription.js";
import { route } from "./routes.js";
import { openName } from "./screens/guest/name-dialog.js";
import { openPreferences } from "./screens/preferences/preferences-dialog.js";
import { h, replace } from "./ui/dom.js";
import { notice } from "./ui/notices.js";
import { begin, onChange, preferences } from "./ui/preferences.js";
import { topBar } from "./ui/top-bar.js";

const NAMESPACES = ["page", "refusals", "bots"];

/** @type {Record<string, () => Promise<{screen: (to: import("./routes.js").Route) => PageScreen | Promise<PageScreen>}>>} */
const SCREENS = {
  home: () => import("./screens/home/home.js"),
  table: () => import("./screens/room/room.js"),
  replay: () => import("./screens/replay/replay.js"),
  rules: () => import("./screens/rules/rules.js"),
  guide: () => import("./screens/guide/guide.js"),
  editor: () => import("./screens/editor/editor.js"),
  device: () => import("./screens/guest/device.js"),
};

/** @type {PageScreen | null} */
let shown = null;
let turn = 0;

function wantedLanguage() {
  return preferences.language || spoken(navigator.languages);
}

/**
 * @param {import("./routes.js").Route} to
 * @returns {Promise<PageScreen>}
 */
async function screenOf(to) {
  try {
    return await (await moduleOf(to)).screen(to);
  } catch (why) {
    if (!isUnreachable(why)) throw why;
    return offlineScreen();
  }
}

/** @param {import("./routes.js").Route} to */
function moduleOf(to) {
  return /** @type {typeof SCREENS[string]} */ (SCREENS[to.screen])();
}

/**
 * Return whether an error means that the server cannot be reached.
 *
 * @param {unknown} why
 */
function isUnreachable(why) {
  return why instanceof TypeError || /** @type {{code?: string}} */ (why).code === "offline";
}

/** @returns {PageScreen} */
function offlineScreen() {
  const { t } = words;
  addEventListener("online", () => void show(), { once: true });
  const again = h("button", { type: "button", class: "strong", onclick: () => void show() }, t("page.offline.again"));
  const element = h("div", { class: "room-message stack" }, h("h1", {}, t("page.offline.title")), h("p", {}, t("page.offline.text")), again);
  return { element, title: t("page.offline.title") };
}

/** Show the screen that the address names. */
async function show() {
  const mine = ++turn;
  const to = route(location.hash);
  if (to.screen !== "table") unsubscribe();
  const next = await screenOf(to);
  if (mine !== turn) return next.close?.();
  shown?.close?.();
  shown = next;
  document.documentElement.dataset.screen = to.screen;
  document.title = next.title ? `${next.title} · Kheper` : "Kheper";
  element("skip").textContent = words.t("page.top.skip");
  drawTopBar();
  replace(element("main"), next.element);
}

function drawTopBar() {
  const game = route(location.hash).game ?? shown?.game?.() ?? /** @type {GameName} */ (Object.keys(games)[0]);
  replace(element("top"), ...topBar(game, { openName, openPreferences }));
}

/** Go to another screen, and move the focus to its beginning. */
async function moved() {
  await show();
  scrollTo(0, 0);
  element("main").focus({ preventScroll: true });
}

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const target = event.target instanceof Element ? event.target : document.body;
  const pressing = (event.key === "Enter" || event.key === " ") && target.closest("button, a, summary");
  if (event.defaultPrevented || pressing || target.closest("input, select, textarea, dialog")) return;
  if (shown?.key?.(event)) event.preventDefault();
}

/**
 * Cache the whole page, so that it also opens without the server: load every module once, and
 * send the service worker the list.
 */
async function cachePage() {
  if (!("serviceWorker" in navigator)) return;
  const later = [...Object.values(SCREENS), ...Object.values(games).flatMap((game) => [game.loadPlayArea, game.loadArranging, game.loadEditor])];
  const { active } = await navigator.serviceWorker.register("service-worker.js").then(() => navigator.serviceWorker.ready);
  await Promise.all([...later.map((load) => load()), words.load(...Object.keys(games), "rules", "guide"), constant("tiles")]);
  const loaded = performance.getEntriesByType("resource").map((entry) => new URL(entry.name));
  const kept = loaded.filter(({ origin, pathname }) => origin === location.origin && (!pathname.startsWith("/api/") || pathname === "/api/tiles"));
  active?.postMessage([location.pathname, ...kept.map(({ pathname }) => pathname)]);
}

async function start() {
  begin();
  // Modules and words load in parallel; `show` reports a module that cannot be loaded.
  void moduleOf(route(location.hash)).catch(() => {});
  await words.use(wantedLanguage(), NAMESPACES);
  onChange(async () => {
    if (wantedLanguage() === words.language) return;
    await words.use(wantedLanguage(), NAMESPACES);
    await show();
    dispatchEvent(new Event("kheper-language"));
    notice(words.t("page.preferences.spoken"));
  });
  element("skip").addEventListener("click", (event) => {
    event.preventDefault();
    element("main").focus();
  });
  addEventListener("hashchange", () => void moved());
  addEventListener("kheper-name", drawTopBar);
  addEventListener("kheper-game", drawTopBar);
  addEventListener("keydown", pressed);
  await show();
  // The page works without the cache.
  setTimeout(() => void cachePage().catch(() => {}), 1500);
}

void start();
