/**
 * The board: drawn as layers of one picture, with the squares to touch above it.
 *
 * @typedef {import("../logic/position.js").Axis} Axis
 *
 * @typedef {object} BoardModel what is to be seen
 * @property {readonly string[]} marks
 * @property {number} priest
 * @property {readonly Axis[]} axes those on which the priest leaves
 * @property {readonly {star: number, axis: Axis}[]} bends lines into which it can turn
 * @property {boolean} acting whether somebody here is to move
 * @property {ReadonlySet<number>} live squares that react
 * @property {readonly number[]} last the corners of the last move
 * @property {Preview | null} preview
 * @property {number} pinned the square that was pressed, or -1
 * @property {{mark: string, square: number} | null} returning a stone that would return
 *
 * @typedef {object} Preview
 * @property {readonly number[]} corners of the walk
 * @property {readonly (readonly number[])[]} others the other ways to the same stone
 * @property {Axis | null} axis the next one, once it is known
 * @property {readonly number[]} line the squares of the next line
 * @property {readonly number[]} best squares of the next line with its best stone
 * @property {readonly number[]} worst
 */

import { body, piece, priest, thot, writing } from "../../../looks/stones.js";
import { replace, set, svg } from "../../../ui/dom.js";
import { columnName, rowName } from "../logic/position.js";
import { band, CELL, extent, FRAME, head, middle, trail } from "./geometry.js";

/**
 * Return a look at stones that nobody plays with yet.
 *
 * @param {readonly string[]} marks
 * @returns {BoardModel}
 */
export function idleModel(marks) {
  const priest = marks.indexOf("P");
  return {
    marks,
    priest,
    axes: [],
    bends: [],
    acting: false,
    live: new Set(),
    last: [],
    preview: null,
    pinned: -1,
    returning: null,
  };
}

/**
 * Return a picture of a board of that side, and how to draw a look on it.
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
    // The values are written above the way, so that it hides none of them.
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
  /** @type {Map<number, {mark: string, nodes: SVGGElement[]}>} */
  const stones = new Map();
  let axes = "?";

  /** @param {BoardModel} look */
  function draw(look) {
    element.classList.toggle("scarab-acting", look.acting);
    drawLines(look);
    look.marks.forEach((mark, square) => drawStone(mark, square, look));
    drawPriest(look);
    drawPreview(look);
  }

  /** @param {BoardModel} look */
  function drawLines(look) {
    replace(
      layers.lit,
      look.bends.map(({ star, axis }) => strip("scarab-bend", star, axis, side)),
      look.axes.map((axis) => strip("scarab-lit", look.priest, axis, side)),
    );
    replace(layers.last, look.last.length > 1 && svg("path", { d: trail(look.last, side, 0, 12) }));
  }

  /**
   * @param {string} mark
   * @param {number} square
   * @param {BoardModel} look
   */
  function drawStone(mark, square, look) {
    const shown = stones.get(square);
    const wanted = mark === "P" || mark === "." ? "" : mark;
    if ((shown?.mark ?? "") !== wanted) {
      for (const node of shown?.nodes ?? []) node.remove();
      stones.delete(square);
      if (wanted) stones.set(square, { mark, nodes: put(mark, square) });
    }
    for (const { classList } of stones.get(square)?.nodes ?? []) {
      classList.toggle("scarab-live", look.live.has(square));
      classList.toggle("scarab-pinned", look.pinned === square);
      classList.toggle("scarab-ahead-stone", Boolean(look.preview?.line.includes(square)));
      classList.toggle("scarab-best", Boolean(look.preview?.best.includes(square)));
      classList.toggle("scarab-worst", Boolean(look.preview?.worst.includes(square)));
    }
  }

  /**
   * @param {string} mark
   * @param {number} square
   */
  function put(mark, square) {
    const kind = mark === "A" ? "ankh" : mark.startsWith("+") ? "plus" : "minus";
    const { x, y } = middle(square, side);
    const shape = { class: `scarab-stone stone-${kind}`, transform: `translate(${x} ${y}) scale(.92)` };
    const node = svg("g", shape, svg("circle", { class: "scarab-ring", r: 20 }), body(mark));
    const text = svg("g", shape, writing(mark));
    layers.stones.append(node);
    layers.values.append(text);
    return [node, text];
  }

  /** @param {BoardModel} look */
  function drawPriest(look) {
    const wanted = look.axes.join("");
    if (wanted !== axes) replace(layers.priest, priest(look.axes));
    axes = wanted;
    layers.priest.classList.toggle("scarab-absent", look.priest < 0);
    set(layers.priest, { transform: shift(look.priest, side) });
  }

  /** @param {BoardModel} look */
  function drawPreview(look) {
    const { preview, returning } = look;
    const target = preview?.corners.at(-1) ?? -1;
    replace(layers.next, preview?.axis && strip("scarab-next", target, preview.axis, side));
    replace(
      layers.walk,
      preview?.others.map((each) => svg("path", { class: "scarab-other-way", d: trail(each, side) })),
      preview && svg("path", { class: "scarab-way", d: trail(preview.corners, side) }),
      preview && svg("path", { class: "scarab-way-head", d: head(preview.corners, side) }),
    );
    replace(layers.returning, returning && piece(returning.mark, { transform: shift(returning.square, side) }));
    const empty = [...look.live].filter((square) => look.marks[square] === ".");
    for (const square of empty) layers.next.append(spot(square, side));
  }

  return {
    element,
    draw,
    /** The priest, to be moved. */
    priest: layers.priest,
  };
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
