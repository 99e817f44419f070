/** The set-up dialog: seats, rules and terms of a new match, or of one in the lobby. */

import { kindNamed, kindsOf, teamOf } from "../../games/kinds.js";
import { LEVELS, levelName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { ask } from "../../net/api.js";
import * as guest from "../../net/guest.js";
import { openDialog } from "../../ui/dialog.js";
import { h, replaceKeepingFocus } from "../../ui/dom.js";
import { refused } from "../../ui/notices.js";
import { ownMaterial } from "./material.js";
import { choiceOf, firstPlan, resized, seated, settingsOf, withKind, wishOf } from "./plan.js";
import { rules } from "./rule-options.js";
import { terms } from "./terms.js";

/** @typedef {import("./plan.js").Plan} Plan */

/**
 * Open the dialog for a new match.
 *
 * @param {GameName} game
 * @param {number} level
 */
export function openSetup(game, level) {
  const { t } = words;
  const first = /** @type {string} */ (kindsOf(game)[0]);
  const plan = resized(firstPlan(first, level), 1);
  const start = withKind({ ...plan, seats: [{ occupant: "here" }, { occupant: "open" }] }, first);
  open(t("page.setup.title", { game: t(`page.games.${game}.name`) }), start, true, async (chosen) => {
    await guest.ensure();
    const { match } = await ask("POST", "matches", wishOf(chosen));
    location.hash = `t/${match}`;
  });
}

/**
 * Open the dialog for a match in the lobby.
 *
 * @param {Plan} plan
 * @param {(type: string, fields: Record<string, unknown>) => Promise<unknown>} command
 */
export function openChange(plan, command) {
  open(words.t("page.setup.change"), plan, false, async (chosen) => {
    await command("change", { settings: settingsOf(chosen), terms: chosen.terms, seats: chosen.seats.length });
  });
}

/**
 * @param {string} title
 * @param {Plan} first
 * @param {boolean} isNew
 * @param {(plan: Plan) => Promise<void>} done
 */
function open(title, first, isNew, done) {
  const { t } = words;
  openDialog(
    title,
    (close) => {
      let plan = first;
      const body = h("div", { class: "stack" });
      const draw = () => {
        replaceKeepingFocus(body, kinds(plan, choose), seats(plan, choose, isNew), rules(plan, choose), ownMaterial(plan, choose), terms(plan, choose));
      };
      /** @param {Plan} next */
      const choose = (next) => {
        plan = next;
        draw();
      };
      draw();
      const send = (/** @type {Event} */ event) => {
        event.preventDefault();
        done(plan).then(close, refused);
      };
      return [
        h(
          "form",
          { class: "stack setting", onsubmit: send },
          body,
          h("div", { class: "row dialog-foot" }, h("button", { class: "strong" }, t(isNew ? "page.setup.done" : "page.setup.keep"))),
        ),
      ];
    },
    "dialog-wide",
  );
}

/**
 * @param {Plan} plan
 * @param {(plan: Plan) => void} choose
 */
function kinds(plan, choose) {
  const { t } = words;
  return h(
    "fieldset",
    { class: "choices" },
    h("legend", {}, t("page.setup.kind")),
    ...kindsOf(kindNamed(plan.kind).game).map((kind) =>
      h(
        "label",
        { class: "choice" },
        h("input", {
          type: "radio",
          name: "kind",
          id: `setting-${kind}`,
          checked: kind === plan.kind,
          onchange: () => choose(withKind(plan, kind)),
        }),
        t(`page.kinds.${kind}.name`),
      ),
    ),
  );
}

/**
 * @param {Plan} plan
 * @param {(plan: Plan) => void} choose
 * @param {boolean} isNew
 */
function seats(plan, choose, isNew) {
  const { t } = words;
  const [fewest, most] = kindNamed(plan.kind).seats;
  return h(
    "fieldset",
    { class: "stack" },
    h("legend", {}, t("page.setup.seats")),
    most > fewest && count(plan, choose),
    ...(isNew ? plan.seats.map((seat, index) => seatChoice(plan, index, choose)) : []),
    isNew && h("p", { class: "soft" }, t("page.setup.seats-text")),
  );
}

/**
 * @param {Plan} plan
 * @param {(plan: Plan) => void} choose
 */
function count(plan, choose) {
  const [fewest, most] = kindNamed(plan.kind).seats;
  const choices = Array.from({ length: most - fewest + 1 }, (_, n) => fewest + n);
  return h(
    "div",
    { class: "choices" },
    ...choices.map((seats) =>
      h(
        "label",
        { class: "choice" },
        h("input", {
          type: "radio",
          name: "count",
          id: `setting-count-${seats}`,
          checked: plan.seats.length === seats,
          onchange: () => choose(resized(plan, seats)),
        }),
        words.t("page.setup.players", { count: seats }),
      ),
    ),
  );
}

/**
 * @param {Plan} plan
 * @param {number} index
 * @param {(plan: Plan) => void} choose
 */
function seatChoice(plan, index, choose) {
  const { t } = words;
  const seat = plan.seats[index];
  const chosen = seat ? choiceOf(seat) : "open";
  const option = (/** @type {string} */ value, /** @type {string} */ text) =>
    h("option", { value, selected: value === chosen }, text);
  const select = h(
    "select",
    { id: `setting-seat-${index}`, onchange: () => choose(seated(plan, index, select.value)) },
    option("here", t("page.setup.here")),
    option("open", t("page.setup.elsewhere")),
    h(
      "optgroup",
      { label: t("page.setup.bots") },
      ...LEVELS.map((level) => option(`bot ${level}`, levelName(level))),
    ),
  );
  return h("label", { class: "field seat-choice" }, h("span", {}, seatLabel(plan, index)), select);
}

/**
 * @param {Plan} plan
 * @param {number} index
 */
function seatLabel(plan, index) {
  const { t } = words;
  const seat = t("page.seat.number", { seat: index + 1 });
  const team = teamOf(plan.kind, index + 1);
  return team ? `${seat} · ${t("page.seat.team", { team })}` : seat;
}
