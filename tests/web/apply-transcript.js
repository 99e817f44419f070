/**
 * Check the page's views against those of the server: `node apply-transcript.js < transcript`.
 *
 * Each line is one of
 *
 *     {"view": View}                      a whole view to go on from
 *     {"update": Update, "expect": View}  an update, and the whole view that must come of it
 *     {"preview": message}                a preview of legal moves
 *
 * Exits with 1 at the first view that differs (previews aside), else prints how many updates there
 * were.
 */

import { createInterface } from "node:readline";

import { applyUpdate, applyPreview } from "../../src/kheper/web/net/apply-update.js";
import { games } from "../../src/kheper/web/games/registry.js";
import { frozen } from "./freeze.js";

let view = null;
let number = 0;
let updates = 0;
for await (const line of createInterface({ input: process.stdin })) {
  number += 1;
  if (!line.trim()) continue;
  try {
    follow(frozen(JSON.parse(line)));
  } catch (error) {
    console.error(`line ${number}: ${error.message}`);
    process.exit(1);
  }
}
console.log(updates);

/** Apply a line of the transcript to the view. */
function follow(line) {
  if ("preview" in line) view = frozen(applyPreview(view, line.preview, games));
  else if ("view" in line) view = line.view;
  else if ("update" in line) update(line);
  else throw new Error("expected view, update or preview");
}

function update({ update: told, expect }) {
  view = frozen(applyUpdate(view, told, games));
  if (!view) throw new Error(`update ${told.number} cannot be applied`);
  updates += 1;
  if (!expect) return;
  const found = difference(withoutPreviews(view), withoutPreviews(expect), "view");
  if (found) throw new Error(`update ${told.number} differs\n${found}`);
}

function withoutPreviews(whole) {
  return whole.own ? { ...whole, own: whole.own.map(({ preview, ...own }) => own) } : whole;
}

/** Return where two values differ first, and how; nothing if they are deeply equal. */
function difference(page, server, path) {
  if (isObject(page) && isObject(server) && Array.isArray(page) === Array.isArray(server)) {
    for (const key of new Set([...Object.keys(page), ...Object.keys(server)])) {
      const found = difference(page[key], server[key], Array.isArray(page) ? `${path}[${key}]` : `${path}.${key}`);
      if (found) return found;
    }
    return "";
  }
  if (page === server) return "";
  return [path, `  page:   ${shown(page)}`, `  server: ${shown(server)}`].join("\n");
}

function isObject(value) {
  return typeof value === "object" && value !== null;
}

function shown(value) {
  return value === undefined ? "left out" : JSON.stringify(value);
}
