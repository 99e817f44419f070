/** Solo: what is still uncovered, what can no longer be covered, and trying again. */

import { askFirst } from "../../../ui/dialog.js";
import { h, replace } from "../../../ui/dom.js";

/**
 * Return the panel of a solo game.
 *
 * @param {Page} page
 */
export function soloPanel(page) {
  const { t } = page;
  const element = h("section", { class: "scarabya-solo card" });
  let shown = "";

  /**
   * Try again; a game that can still be won asks for confirmation.
   *
   * @param {ScarabyaState} state
   * @param {boolean} isLost
   */
  function again(state, isLost) {
    const retry = () => void page.command("retry").catch(() => {});
    const placed = state.sites[0]?.entries.length ?? 0;
    if (isLost || !placed) retry();
    else askFirst(t("scarabya.solo.retry"), t("scarabya.solo.retry-text"), t("scarabya.solo.retry-yes"), retry);
  }

  return {
    element,
    /**
     * @param {ScarabyaState} state
     * @param {boolean} retries whether the player may try again
     */
    draw(state, retries) {
      const wanted = JSON.stringify([state.uncovered, state.uncoverable, state.tries, state.outcome, retries]);
      if (wanted === shown) return;
      shown = wanted;
      const [open, lost] = [state.uncovered ?? [], state.uncoverable ?? []];
      const covered = state.scores[0] ?? 0;
      const all = covered + open.length;
      const left = open.filter((name) => !lost.includes(name));
      replace(
        element,
        h("h2", {}, t("scarabya.solo.covered", { covered, all })),
        h("progress", { max: all, value: covered, "aria-label": t("scarabya.solo.covered", { covered, all }) }),
        left.length > 0 && h("p", {}, t("scarabya.solo.left", { count: left.length })),
        lost.length > 0 && h("p", { class: "scarabya-warning" },
          t("scarabya.solo.lost", { count: lost.length, squares: lost.join(" ") }),
          !state.outcome && ` ${t("scarabya.solo.on")}`),
        h("p", { class: "soft" }, t("scarabya.solo.tries", { count: state.tries ?? 1 })),
        retries && !state.outcome && h("button", { type: "button", onclick: () => again(state, lost.length > 0) },
          t("scarabya.solo.retry")),
      );
    },
  };
}
