/** The record of a match, to be kept. */

import { ask } from "../net/api.js";
import { refused } from "./notices.js";
import { save } from "./save.js";

/**
 * Save the record of a match as a file.
 *
 * @param {View} view
 */
export async function saveRecord(view) {
  const day = new Date(view.created).toISOString().slice(0, 10);
  await ask("GET", `matches/${view.match}/record`).then(
    (text) => save(`${view.game}-${view.mode}-${day}.txt`, new Blob([text], { type: "text/plain" })),
    refused,
  );
}
