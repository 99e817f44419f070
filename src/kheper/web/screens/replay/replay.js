/** The replay of a match or of any record, move by move. */

import { games } from "../../games/registry.js";
import { botName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { ask, constant } from "../../net/api.js";
import * as guest from "../../net/guest.js";
import { h, replace } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { refused } from "../../ui/notices.js";
import { readonlyPage } from "../../ui/readonly-page.js";
import { save, savePicture } from "../../ui/save.js";
import { shareField } from "../../ui/share.js";
import { entering } from "./record-form.js";
import { botIn, cutRecord, namesIn, seatsIn, stops, viewOf } from "./record.js";
import { stepper } from "./stepper.js";

/**
 * @param {import("../../routes.js").Route} to
 * @returns {Promise<PageScreen>}
 */
export async function screen(to) {
  const { t } = words;
  const element = h("div", { class: "replay" });
  /** @type {PageScreen | null} */
  let shown = null;
  const look = async (/** @type {string} */ record) => {
    const read = /** @type {RecordRead} */ (await ask("POST", "records", { record }));
    const next = await replayed(read, record, to.match ?? "");
    shown?.close?.();
    shown = next;
    replace(element, next.element);
  };
  if (to.match) {
    await ask("GET", `matches/${to.match}/record`).then(look).catch((why) => {
      refused(why);
      replace(element, entering(look));
    });
  } else {
    replace(element, entering(look));
  }
  return {
    element,
    title: t("page.replay.title"),
    key: (event) => shown?.key?.(event) ?? false,
    close: () => shown?.close?.(),
  };
}

/**
 * @param {RecordRead} read
 * @param {string} record
 * @param {string} match
 * @returns {Promise<PageScreen>}
 */
async function replayed(read, record, match) {
  const { t } = words;
  await words.load(read.game);
  const module = await games[read.game].loadPlayArea();
  const names = namesIn(record, read.seats).map((name, n, all) => {
    const level = botIn(name);
    return level ? botName(level, all.slice(0, n).filter((each) => each === name).length) : name || t("page.seat.number", { seat: n + 1 });
  });
  const page = readonlyPage(await constant("tiles"), () => names);
  const area = module.playArea(page);
  const allStops = stops(read);
  const summary = h("section", { class: "card over", "aria-label": t("page.replay.end"), hidden: true });
  const steps = stepper(allStops.length, (at) => {
    const stop = allStops[at];
    if (!stop) return;
    const view = viewOf(read, stop.state, names);
    area.draw(view);
    summary.hidden = !stop.state.outcome;
    if (stop.state.outcome) replace(summary, module.breakdown(page, view));
  });
  const fork = async () => {
    await guest.ensure();
    const cut = cutRecord(record, allStops[steps.at()]?.lines ?? 0);
    const seats = seatsIn(record, read.seats);
    const start = seats.every((seat) => seat.occupant !== "open");
    const { match: forked } = await ask("POST", "matches", { record: cut, seats, start });
    location.hash = `t/${forked}`;
  };
  const element = h(
    "div",
    { class: `room room-${read.game}` },
    h("div", { class: "room-head" }, h("h1", {}, t("page.replay.of", { game: t(`page.games.${read.game}.name`) })), h("p", { class: "soft" }, names.join(" · "))),
    h("div", { class: "room-main" }, h("div", { class: "room-board" }, area.element), steps.element),
    h(
      "aside",
      { class: "room-side", "aria-label": t("page.room.side") },
      summary,
      h("div", { class: "room-own" }, area.side),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", onclick: () => fork().catch(refused) }, icon("again"), t("page.replay.fork")),
        h("button", { type: "button", onclick: () => void savePicture(area.element, `${read.game}-${steps.at()}.png`) }, icon("save"), t("page.menu.picture")),
        h("button", { type: "button", onclick: () => save(`${read.game}.txt`, new Blob([record], { type: "text/plain" })) }, icon("save"), t("page.menu.record")),
        match && h("a", { class: "button", href: `#t/${match}` }, icon("back"), t("page.replay.table")),
      ),
      match && shareField(`${location.origin}${location.pathname}#replay/${match}`),
    ),
  );
  steps.go(0);
  return { element, title: "", key: (event) => steps.key(event) || area.key(event), close: () => (steps.close(), area.close()) };
}
