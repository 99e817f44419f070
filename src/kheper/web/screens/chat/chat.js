/** The chat of a match: lines, and quick phrases that everybody reads in their own language. */

import { kindNamed, kindOf } from "../../games/kinds.js";
import { seatName } from "../../i18n/names.js";
import { words } from "../../i18n/words.js";
import { h, replace } from "../../ui/dom.js";

const LONGEST = 200;

/**
 * @param {RoomPage} page
 */
export function chat(page) {
  const { t } = words;
  const lines = h("ol", { class: "chat-lines", tabindex: 0, "aria-label": t("page.chat.lines") });
  const input = h("input", {
    maxlength: LONGEST,
    autocomplete: "off",
    "aria-label": t("page.chat.label"),
    placeholder: t("page.chat.label"),
  });
  const phrases = h(
    "select",
    {
      class: "chat-phrases",
      "aria-label": t("page.chat.phrases"),
      onchange: () => {
        if (phrases.value) void page.send("phrase", { phrase: phrases.value });
        phrases.value = "";
      },
    },
    h("option", { value: "" }, t("page.chat.phrases")),
    ...page.tiles.phrases.map((phrase) => h("option", { value: phrase }, t(`page.phrases.${phrase}`))),
  );
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    input.value = "";
    page.command("say", { text }).catch(() => (input.value ||= text));
  };
  const form = h("form", { class: "chat-form", onsubmit: send }, input, h("button", {}, t("page.chat.send")), phrases);
  const silent = h("p", { class: "soft", hidden: true }, t("page.chat.silent"));
  const element = h("section", { class: "chat card", "aria-label": t("page.chat.title") }, h("h2", {}, t("page.chat.title")), lines, silent, form);
  let shown = -1;
  return {
    element,
    /** @param {View} view @param {News[]} news */
    draw(view, news) {
      const last = view.chat?.at(-1)?.[0] ?? 0;
      const isSilent = kindNamed(kindOf(view)).silent && view.phase === "running";
      form.hidden = !view.may?.includes("say");
      silent.hidden = !isSilent;
      element.hidden = form.hidden && !view.chat?.length && !isSilent;
      for (const event of news) if (event.kind === "said") heard(page, view, event);
      if (last === shown) return;
      shown = last;
      replace(lines, ...(view.chat ?? []).map((line) => lineItem(view, line)));
      lines.scrollTop = lines.scrollHeight;
    },
    /** @param {KeyboardEvent} event */
    key(event) {
      if (event.key !== "t" || event.ctrlKey || event.metaKey || event.altKey || form.hidden) return false;
      input.focus();
      return true;
    },
  };
}

/**
 * @param {RoomPage} page
 * @param {View} view
 * @param {News} event
 */
function heard(page, view, event) {
  if (event.seat && view.you?.includes(event.seat)) return;
  page.say(`${event.name}: ${event.text || words.t(`page.phrases.${event.phrase}`)}`);
  page.sound("chat");
}

/**
 * @param {View} view
 * @param {ChatLine} line
 */
function lineItem(view, [, at, seat, name, text, phrase]) {
  const who = seat ? seatName(view, seat) : name;
  const time = new Date(at).toLocaleTimeString(words.language, { hour: "2-digit", minute: "2-digit" });
  return h(
    "li",
    { class: seat ? `chat-seat-${seat}` : "chat-watcher" },
    h("time", { class: "soft", datetime: new Date(at).toISOString() }, time),
    " ",
    h("strong", {}, who),
    " ",
    text || words.t(`page.phrases.${phrase}`),
  );
}
