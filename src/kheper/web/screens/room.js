/** The frame around a table. */

import { constant } from "../shell/api.js";
import { h } from "../shell/dom.js";
import { follow } from "../shell/follow.js";
import { say } from "../shell/live.js";
import { animated, preferences } from "../shell/preferences.js";
import { sound } from "../shell/sound.js";
import { words } from "../shell/words.js";

/**
 * @param {import("../shell/route.js").Route} to
 * @returns {Promise<Screen>}
 */
export async function screen(to) {
  const following = follow(to.match ?? "");
  const tiles = await constant("tiles");
  const board = h("div", { class: "room-board" });
  const side = h("div", { class: "room-side" });
  const bar = h("div", { class: "room-bar" });
  /** @type {Table | null} */
  let table = null;
  const acting = () => following.view?.own?.find((own) => own.legal)?.seat ?? following.view?.you?.[0] ?? 0;
  /** @type {Host} */
  const host = {
    t: words.t,
    play: (seat, move) => following.line.play(seat, move),
    command: (type, fields) => following.line.command(type, fields),
    preferences,
    animated,
    say,
    sound,
    names: (seat) => following.view?.seats[seat - 1]?.name ?? `bot ${seat}`,
    seat: acting,
    tiles,
    happened: () => {},
    get readonly() {
      return !following.view?.you?.length;
    },
  };
  let loading = false;
  following.ear = async (news) => {
    const view = following.view;
    if (!view) return;
    if (!table && !loading) {
      loading = true;
      await words.load(view.game);
      const module = /** @type {TableModule} */ (await import(`../${view.game}/table.js`));
      table = module.table(host);
      board.append(table.element);
      side.append(table.side);
      bar.append(table.bar);
    }
    table?.draw(following.view ?? view, news);
  };
  following.ear([]);
  return {
    element: h("div", { class: "room" }, board, bar, side),
    title: "",
    key: (event) => table?.key(event) ?? false,
    close: () => {
      following.ear = null;
      table?.close();
    },
  };
}
