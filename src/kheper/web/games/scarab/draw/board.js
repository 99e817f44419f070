/**
 * The picture of the board, in layers.
 *
 * @typedef {import("../logic/position.js").Axis} Axis
 *
 * @typedef {import("../logic/board-model.js").BoardModel} BoardModel
 *
 * @typedef {object} Picture
 * @property {number} side
 * @property {Record<"lit" | "last" | "next" | "stones" | "walk" | "values" | "priest" | "returning", SVGGElement>} layers
 * @property {Map<number, {mark: string, nodes: SVGGElement[]}>} stones
 * @property {string} axes those that the priest was drawn with
 */

import { body, piece, priest, thot, writing } from "../../../looks/stones.js";
import { replace, set, svg } from "../../../ui/dom.js";
import { columnName, rowName } from "../logic/position.js";
import { band, CELL, extent, FRAME, head, middle, trail } from "./geometry.js";

/**
 * Return a picture of a board of that side, and how to draw a model on it.
 *
 * @param {number} side
 */
export function board(side) {
  const layers = {
    lit: svg("g"),
    last: svg("g", { class: "scarab-last" }),
    next: svg("g"),
    stones: svg("g"),
    walk: svg("g", { class: "scarab-walk" }),
    // The values are drawn above the way, which would hide them.
    values: svg("g"),
    priest: svg("g", { class: "scarab-priest" }),
    returning: svg("g", { class: "scarab-returning" }),
  };
  const size = extent(side);
  const element = svg(
    "svg",
    { class: "scarab-picture", viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" },
    ground(side),
    Object.values(layers),
  );
  /** @type {Picture} */
  const picture = { side, layers, stones: new Map(), axes: "?" };
  return {
    element,
    /** @param {BoardModel} model */
    draw(model) {
      element.classList.toggle("scarab-acting", model.acting);
      drawLines(picture, model);
      model.marks.forEach((mark, square) => drawStone(picture, mark, square, model));
      drawPriest(picture, model);
      drawPreview(picture, model);
    },
    /** The priest's layer, for its animation. */
    priest: layers.priest,
  };
}

/**
 * @param {Picture} picture
 * @param {BoardModel} model
 */
function drawLines({ layers, side }, model) {
  replace(
    layers.lit,
    model.bends.map(({ star, axis }) => strip("scarab-bend", star, axis, side)),
    model.axes.map((axis) => strip("scarab-lit", model.priest, axis, side)),
  );
  replace(layers.last, model.last.length > 1 && svg("path", { d: trail(model.last, side, 0, 12) }));
}

/**
 * @param {Picture} picture
 * @param {string} mark
 * @param {number} square
 * @param {BoardModel} model
 */
function drawStone(picture, mark, square, model) {
  const { stones } = picture;
  const shown = stones.get(square);
  const wanted = mark === "P" || mark === "." ? "" : mark;
  if ((shown?.mark ?? "") !== wanted) {
    for (const node of shown?.nodes ?? []) node.remove();
    stones.delete(square);
    if (wanted) stones.set(square, { mark, nodes: addStone(picture, mark, square) });
  }
  for (const { classList } of stones.get(square)?.nodes ?? []) {
    classList.toggle("scarab-live", model.live.has(square));
    classList.toggle("scarab-pinned", model.pinned === square);
    classList.toggle("scarab-ahead-stone", Boolean(model.preview?.line.includes(square)));
    classList.toggle("scarab-best", Boolean(model.preview?.best.includes(square)));
    classList.toggle("scarab-worst", Boolean(model.preview?.worst.includes(square)));
  }
}

/**
 * @param {Picture} picture
 * @param {string} mark
 * @param {number} square
 */
function addStone({ layers, side }, mark, square) {
  const kind = mark === "A" ? "ankh" : mark.startsWith("+") ? "plus" : "minus";
  const { x, y } = middle(square, side);
  const shape = { class: `scarab-stone stone-${kind}`, transform: `translate(${x} ${y}) scale(.92)` };
  const node = svg("g", shape, svg("circle", { class: "scarab-ring", r: 20 }), body(mark));
  const text = svg("g", shape, writing(mark));
  layers.stones.append(node);
  layers.values.append(text);
  return [node, text];
}

/**
 * @param {Picture} picture
 * @param {BoardModel} model
 */
function drawPriest(picture, model) {
  const { layers, side } = picture;
  const axes = model.axes.join("");
  if (axes !== picture.axes) replace(layers.priest, priest(model.axes));
  picture.axes = axes;
  layers.priest.classList.toggle("scarab-absent", model.priest < 0);
  set(layers.priest, { transform: shift(model.priest, side) });
}

/**
 * @param {Picture} picture
 * @param {BoardModel} model
 */
function drawPreview({ layers, side }, { preview, returning, live, marks }) {
  const target = preview?.corners.at(-1) ?? -1;
  replace(layers.next, preview?.axis && strip("scarab-next", target, preview.axis, side));
  replace(
    layers.walk,
    preview?.others.map((each) => svg("path", { class: "scarab-other-way", d: trail(each, side) })),
    preview && svg("path", { class: "scarab-way", d: trail(preview.corners, side) }),
    preview && svg("path", { class: "scarab-way-head", d: head(preview.corners, side) }),
  );
  replace(layers.returning, returning && piece(returning.mark, { transform: shift(returning.square, side) }));
  for (const square of live) if (marks[square] === ".") layers.next.append(spot(square, side));
}

/**
 * @param {number} square
 * @param {number} side
 */
function shift(square, side) {
  const { x, y } = middle(square, side);
  return `translate(${x} ${y})`;
}

/**
 * A square to which a stone may return.
 *
 * @param {number} square
 * @param {number} side
 */
function spot(square, side) {
  return svg("circle", { class: "scarab-spot", r: 12, transform: shift(square, side) });
}

/**
 * @param {string} name
 * @param {number} square
 * @param {Axis} axis
 * @param {number} side
 */
function strip(name, square, axis, side) {
  const { x, y, width, height } = band(square, axis, side);
  return svg("rect", {
    class: name,
    x: x + 1.5,
    y: y + 1.5,
    width: width - 3,
    height: height - 3,
    rx: 9,
  });
}

/**
 * The frame, the squares, and the letters and numbers of columns and rows.
 *
 * @param {number} side
 */
function ground(side) {
  const whole = side * CELL;
  const size = extent(side);
  const others = Array.from({ length: side * side }, (_, n) => n)
    .filter((n) => (Math.floor(n / side) + (n % side)) % 2)
    .map((n) => `M${FRAME + (n % side) * CELL} ${FRAME + Math.floor(n / side) * CELL}h40v40h-40z`);
  return svg(
    "g",
    { class: "scarab-ground" },
    svg("rect", { class: "scarab-frame", width: size, height: size, rx: 12 }),
    svg("rect", { class: "scarab-groove", x: 3.5, y: 3.5, width: size - 7, height: size - 7, rx: 9 }),
    svg("rect", { class: "scarab-squares", x: FRAME, y: FRAME, width: whole, height: whole, rx: 3 }),
    svg("path", { class: "scarab-others", d: others.join("") }),
    corners(size),
    Array.from({ length: side }, (_, n) => [
      svg("text", { class: "scarab-name", x: FRAME + (n + 0.5) * CELL, y: 15.5 }, columnName(n, side)),
      svg(
        "text",
        { class: "scarab-name", x: FRAME / 2, y: FRAME + (n + 0.5) * CELL + 4 },
        rowName(n * side, side),
      ),
    ]).flat(),
  );
}

/**
 * The ibis of Thot in the corners of the frame.
 *
 * @param {number} size
 */
function corners(size) {
  const near = 12;
  const far = size - near;
  const places = [`${near} ${near}`, `${far} ${near}) scale(-1 1`, `${near} ${far}`, `${far} ${far}) scale(-1 1`];
  return places.map((place) => thot({ transform: `translate(${place}) scale(.36)` }));
}
