/** Checks that no function of the page is over 60 lines, and no module over 450. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { parse } from "acorn";

const FUNCTION_LINES = 60;
const MODULE_LINES = 450;
const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];

/**
 * Return a sentence for each function and module that is too long.
 *
 * @param {string} name
 * @param {string} code
 * @returns {string[]}
 */
export function tooLong(name, code) {
  const lines = code.trimEnd().split("\n").length;
  const found = lines > MODULE_LINES ? [`${name}: ${lines} lines, at most ${MODULE_LINES}`] : [];
  const tree = parse(code, { ecmaVersion: "latest", sourceType: "module", locations: true });
  visit(tree, (node) => {
    const { start, end } = node.loc;
    const length = end.line - start.line + 1;
    if (length > FUNCTION_LINES) found.push(`${name}:${start.line}: a function of ${length} lines, at most ${FUNCTION_LINES}`);
  });
  return found;
}

/**
 * @param {any} node
 * @param {(node: any) => void} each is called with every function
 */
function visit(node, each) {
  if (FUNCTIONS.includes(node.type)) each(node);
  for (const child of Object.values(node).flat()) if (child?.type) visit(child, each);
}

if (fileURLToPath(import.meta.url) === process.argv[1]) {
  const folder = fileURLToPath(new URL("../src/kheper/web", import.meta.url));
  const modules = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith(".js"));
  const found = modules.sort().flatMap((path) => tooLong(path, readFileSync(join(folder, path), "utf-8")));
  for (const sentence of found) console.log(sentence);
  process.exit(found.length ? 1 : 0);
}
