/** Spreading the stones before a game: at random, by a seed, or by hand. */

import { h, replace } from "../../../ui/dom.js";
import { markWords } from "../logic/descriptions.js";
import { position, squareName, written } from "../logic/position.js";
import { newSeed, spread, swapped } from "../logic/stone-set.js";
import { stoneBoard } from "./stone-board.js";

/**
 * @param {Page} page
 * @returns {Arranging}
 */
export function arranging(page) {
  const { t } = page;
  const element = h("div", { class: "scarab-spreading" });
  const title = h("p", {});
  const seed = h("input", { type: "text", maxlength: 24, autocomplete: "off", spellcheck: "false" });
  const random = h("button", { type: "button", onclick: () => lay("") });
  const bySeed = h("button", { type: "submit" });
  const label = h("span", {});
  const form = h(
    "form",
    { class: "scarab-seed", onsubmit: sow },
    random,
    h("label", {}, label, seed),
    bySeed,
  );
  const place = h("div", {});
  replace(element, title, form, place);

  /** @type {ReturnType<typeof stoneBoard> | null} */
  let ground = null;
  let side = 0;
  /** @type {string[]} */
  let marks = [];
  let picked = -1;
  let allowed = false;

  /** @param {SubmitEvent} event */
  function sow(event) {
    event.preventDefault();
    seed.value ||= newSeed();
    lay(written(spread(side, seed.value.trim()), side));
  }

  /** @param {string} layout nothing: the server draws one */
  function lay(layout) {
    picked = -1;
    page.command("arrange", { layout }).catch(() => {});
  }

  /**
   * @param {number} one
   * @param {number} other
   */
  function swap(one, other) {
    if (!allowed) return;
    page.say(t("scarab.arrange.swapped", { one: named(one), other: named(other) }));
    marks = swapped(marks, one, other);
    lay(written(marks, side));
    ground?.draw(marks, picked);
  }

  /** @param {number} square */
  function press(square) {
    if (!allowed) return;
    if (picked >= 0 && picked !== square) return swap(picked, square);
    picked = picked === square ? -1 : square;
    if (picked >= 0) page.say(t("scarab.arrange.picked", { stone: named(square) }));
    ground?.draw(marks, picked);
  }

  /** @param {number} square */
  function named(square) {
    return `${markWords(page, marks[square] ?? ".")} (${squareName(square, side)})`;
  }

  /**
   * @param {number} _square
   * @param {string} key
   */
  function type(_square, key) {
    if (key !== "Escape" || picked < 0) return false;
    picked = -1;
    ground?.draw(marks, picked);
    return true;
  }

  return {
    element,
    draw(view) {
      const layout = view.setup?.ground || view.setup?.layout || "";
      allowed = Boolean(view.may?.includes("arrange"));
      const wanted = layout ? position(layout).side : Number(view.settings.size ?? 10);
      if (!ground || wanted !== side) {
        side = wanted;
        ground = stoneBoard(page, side, { press, drag: swap, type });
        replace(place, ground.element);
      }
      marks = layout ? position(layout).marks : Array(side * side).fill(".");
      place.hidden = !layout;
      ground.element.inert = !allowed;
      ground.draw(marks, picked);
      form.hidden = !allowed;
      const name = page.names(view.setup?.arranger || 0) || view.host_name;
      const hint = layout ? t("scarab.arrange.hint") : t("scarab.arrange.none");
      replace(title, allowed ? hint : t("scarab.arrange.other", { name }));
      replace(random, t("scarab.arrange.random"));
      replace(bySeed, t("scarab.arrange.by-seed"));
      replace(label, t("scarab.arrange.seed"));
    },
    close() {},
  };
}
