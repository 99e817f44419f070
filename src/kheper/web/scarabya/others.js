/**
 * The sites at a glance: points, who is ready, and every site small; a tap makes one large.
 *
 * @typedef {import("../looks/worlds.js").World} World
 * @typedef {(seat: number) => World} WorldOf
 */

import { icon } from "../looks/pictures.js";
import { h, replace } from "../shell/dom.js";
import { factsOf, siteModel } from "./model.js";
import { groundLayer, laidLayer, siteFrame } from "./site.js";
import { squareWords } from "./spoken.js";

/**
 * Return the panel of the sites.
 *
 * @param {Host} host
 * @param {WorldOf} worldOf
 * @param {(seat: number) => void} choose is told which site somebody wants to see large
 */
export function sitesPanel(host, worldOf, choose) {
  const list = h("ul", { class: "scarabya-sites" });
  const element = h("section", { class: "card", "aria-label": host.t("scarabya.sites.title") }, list);
  let shown = "";

  return {
    element,
    /**
     * @param {ScarabyaState} state
     * @param {number} seat whose site is the large one
     */
    draw(state, seat) {
      const wanted = JSON.stringify([
        state.sites.map((site) => site.entries), state.open, state.ready, state.to_move, seat,
        state.scores, state.owners, state.bonus, Array.from(state.scores, (_, n) => [host.names(n + 1), worldOf(n + 1)]),
      ]);
      if (wanted === shown) return;
      shown = wanted;
      const seats = Array.from({ length: state.seats }, (_, n) => n + 1);
      replace(list, seats.map((each) => row(host, state, each, seat, worldOf(each), choose)));
    },
  };
}

/**
 * @param {Host} host
 * @param {ScarabyaState} state
 * @param {number} seat
 * @param {number} large
 * @param {World} world
 * @param {(seat: number) => void} choose
 */
function row(host, state, seat, large, world, choose) {
  const { t, names } = host;
  const isShared = state.mode === "duel";
  return h(
    "li",
    { class: `scarabya-seat${seat === large && !isShared ? " scarabya-large" : ""}`, "data-seat": seat },
    h(
      "p",
      { class: "scarabya-seat-line" },
      isShared ? h("span", { class: `scarabya-swatch scarabya-of-${seat}`, "aria-hidden": "true" })
        : icon(`world-${world}`),
      h("span", { class: "scarabya-name" }, names(seat)),
      h("span", { class: "scarabya-state" }, standing(host, state, seat)),
      h("b", { class: "number scarabya-points" }, t("scarabya.points", { count: state.scores[seat - 1] ?? 0 })),
    ),
    !isShared && seat !== large && h(
      "button",
      {
        type: "button", class: "scarabya-mini", onclick: () => choose(seat),
        "aria-label": t("scarabya.sites.enlarge", { name: names(seat) }),
      },
      smallSite(state, seat, world),
    ),
  );
}

/**
 * Say whether a seat is ready, thinks, or is to move, with a sign as well.
 *
 * @param {Host} host
 * @param {ScarabyaState} state
 * @param {number} seat
 */
function standing({ t }, state, seat) {
  if (state.outcome) return state.outcome.winners.includes(seat) ? t("scarabya.sites.winner") : "";
  if (state.mode === "duel") return t(state.to_move.includes(seat) ? "scarabya.sites.turn" : "scarabya.sites.next");
  if (state.ready?.includes(seat)) return h("span", {}, icon("tick"), " ", t("scarabya.sites.ready"));
  if (!state.to_move.includes(seat)) return t("scarabya.sites.cannot");
  return t("scarabya.sites.thinks");
}

/**
 * @param {ScarabyaState} state
 * @param {number} seat
 * @param {World} world
 */
function smallSite(state, seat, world) {
  const model = siteModel(state, seat);
  const look = { world, small: true };
  return siteFrame(world, groundLayer(model.marks, look), laidLayer(model, look));
}

/**
 * Show somebody's site large, in a dialog that can be read square by square.
 *
 * @param {Host} host
 * @param {ScarabyaState} state
 * @param {number} seat
 * @param {World} world
 */
export function enlarge(host, state, seat, world) {
  const { t, names } = host;
  const model = siteModel(state, seat);
  const site = siteFrame(world, groundLayer(model.marks, { world }), laidLayer(model, { world }));
  const facts = factsOf(model).map((each, place) => squareWords(host, each, place, model.shared));
  const close = h("button", { type: "button", onclick: () => dialog.close() }, t("scarabya.sites.close"));
  const dialog = h(
    "dialog",
    { class: "scarabya-dialog", "aria-label": names(seat), onclose: () => dialog.remove() },
    h("div", { class: "row" },
      h("h2", {}, names(seat)),
      h("b", { class: "number" }, t("scarabya.points", { count: state.scores[seat - 1] ?? 0 })),
      close),
    site,
    h("ol", { class: "unseen" }, facts.map((words) => h("li", {}, words))),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
