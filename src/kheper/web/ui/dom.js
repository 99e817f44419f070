/**
 * Creates elements. Text is always text, never markup.
 *
 * @typedef {string | number | Node | null | undefined | false} Child
 * @typedef {Record<string, unknown>} Attributes
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return an HTML element. Functions under `on…` become listeners, `true` an empty attribute,
 * `false`, `null` and `undefined` none; everything else is set as an attribute.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/**
 * Return an SVG element, as `h` does.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Replace the children of an element.
 *
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function replace(parent, ...children) {
  parent.replaceChildren(...nodes(children));
}

/**
 * Replace the children of an element; one with an id that has the focus keeps it.
 *
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function replaceKeepingFocus(parent, ...children) {
  const focused = document.activeElement?.id;
  replace(parent, ...children);
  if (focused) document.getElementById(focused)?.focus();
}

/**
 * Set or remove attributes of an existing element.
 *
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @returns {E}
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value === false || value === null || value === undefined) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  return element;
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 * @returns {E}
 */
function dress(element, attributes, children) {
  set(element, attributes).append(...nodes(children));
  return element;
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}
