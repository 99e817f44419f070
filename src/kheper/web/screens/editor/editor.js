/** The screen around a game's editor: boards or stones of one's own, stored in this browser. */

import { games } from "../../games/registry.js";
import { words } from "../../i18n/words.js";
import { constant } from "../../net/api.js";
import { askFirst } from "../../ui/dialog.js";
import { h, replace } from "../../ui/dom.js";
import { notice } from "../../ui/notices.js";
import { readonlyPage } from "../../ui/readonly-page.js";
import { keepMaterial, material } from "../setup/material.js";

/**
 * @param {import("../../routes.js").Route} to
 * @returns {Promise<PageScreen>}
 */
export async function screen(to) {
  const { t } = words;
  const game = /** @type {GameName} */ (to.game);
  await words.load(game);
  const module = await games[game].loadEditor();
  const editor = module.editor(readonlyPage(await constant("tiles"), () => []));
  const name = h("input", { maxlength: 40, required: true, value: t("page.material.first") });
  const list = h("ul", { class: "list" });
  const draw = () => replace(list, ...material().filter((each) => each.game === game).map((each) => item(each, draw)));
  const keep = (/** @type {Event} */ event) => {
    event.preventDefault();
    const settings = editor.value();
    if (!settings) return notice(t("page.material.unfinished"), "bad");
    const others = material().filter((each) => each.name !== name.value || each.game !== game);
    keepMaterial([...others, { name: name.value, game, settings }]);
    notice(t("page.material.kept", { name: name.value }));
    draw();
  };
  draw();
  const title = t(`page.games.${game}.editor`);
  const element = h(
    "div",
    { class: "boards" },
    h("h1", {}, title),
    h("p", {}, t(`page.games.${game}.editor-text`)),
    editor.element,
    h("form", { class: "row", onsubmit: keep }, h("label", { class: "field" }, h("span", {}, t("page.material.name")), name), h("button", { class: "strong" }, t("page.material.keep"))),
    list,
    h("a", { class: "button quiet", href: "#" }, t("page.room.home")),
  );
  return { element, title, close: () => editor.close?.() };
}

/**
 * @param {import("../setup/material.js").Material} each
 * @param {() => void} draw
 */
function item(each, draw) {
  const { t } = words;
  const forget = () =>
    askFirst(t("page.material.forget"), t("page.material.forget-text", { name: each.name }), t("page.material.forget"), () => {
      keepMaterial(material().filter((other) => other.name !== each.name || other.game !== each.game));
      draw();
    });
  return h("li", { class: "row" }, h("strong", {}, each.name), h("button", { type: "button", class: "small", onclick: forget }, t("page.material.forget")));
}
