/** Saves files: text, the record of a match, and a board as a picture. */

import { ask } from "../net/api.js";
import { refused } from "./notices.js";

const PROPERTIES = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "opacity",
  "stroke-linecap", "stroke-linejoin", "paint-order", "letter-spacing", "font-family", "font-size", "font-weight", "text-anchor",
  "dominant-baseline", "display", "visibility", "transform", "transform-origin", "transform-box",
];
const SIDE = 1200;

/**
 * Let the browser save a file.
 *
 * @param {string} name
 * @param {Blob} content
 */
export function save(name, content) {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

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

/**
 * Save the largest drawing inside an element as a PNG picture.
 *
 * @param {Element} element
 * @param {string} name
 */
export async function savePicture(element, name) {
  const drawing = largest(element);
  if (!drawing) return;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(drawing))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const { width, height } = drawing.getBoundingClientRect();
  canvas.width = SIDE;
  canvas.height = Math.round((SIDE * height) / width);
  const context = canvas.getContext("2d");
  if (!context) return;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && save(name, blob), "image/png");
}

/** @param {Element} element */
function largest(element) {
  const area = (/** @type {Element} */ each) => each.clientWidth * each.clientHeight;
  const found = [...element.querySelectorAll("svg")].sort((a, b) => area(b) - area(a));
  return element instanceof SVGSVGElement ? element : (found[0] ?? null);
}

/**
 * Serialize a drawing with its styles, so that it needs no style sheet.
 *
 * @param {SVGSVGElement} drawing
 */
function standalone(drawing) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const from = [drawing, ...drawing.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, n) => {
    const source = from[n];
    if (!source || !(element instanceof SVGElement)) return;
    const style = getComputedStyle(source);
    for (const name of PROPERTIES) element.style.setProperty(name, style.getPropertyValue(name));
  });
  // Symbols from elsewhere in the page are copied too.
  for (const use of copy.querySelectorAll("use")) {
    const id = (use.getAttribute("href") ?? "").slice(1);
    const used = document.getElementById(id);
    if (used && !copy.querySelector(`[id="${id}"]`)) copy.append(used.cloneNode(true));
  }
  // So are the colours that symbols refer to; some differ in light and dark.
  const style = getComputedStyle(drawing);
  for (const [, name = ""] of new XMLSerializer().serializeToString(copy).matchAll(/var\((--[\w-]+)/g)) {
    copy.style.setProperty(name, style.getPropertyValue(name));
  }
  const dark = style.colorScheme === "dark"
    || (style.colorScheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  copy.style.colorScheme = dark ? "dark" : "light";
  const { width, height } = drawing.getBoundingClientRect();
  copy.setAttribute("width", String(Math.round(width)));
  copy.setAttribute("height", String(Math.round(height)));
  return new XMLSerializer().serializeToString(copy);
}
