/** The server over HTTP. */

import { reachable } from "./reachability.js";

/** A refusal: a code that can be translated, and the server's own sentence. */
export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {string} sentence
   * @param {string} [rule]
   */
  constructor(code, sentence, rule = "") {
    super(sentence);
    this.code = code;
    this.rule = rule;
  }
}

/**
 * Send a request and return the answer.
 *
 * @param {string} method
 * @param {string} path behind `/api/`
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  const answer = await reached(method, path, body);
  const isJson = (answer.headers.get("content-type") ?? "").includes("json");
  const content = isJson ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Refusal(content.code ?? "internal", content.sentence ?? "");
  return content;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 */
async function reached(method, path, body) {
  if (!(await reachable())) throw new Refusal("offline", "the server cannot be reached");
  try {
    return await fetch(`api/${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("offline", "the server cannot be reached");
  }
}

/** @type {Map<string, Promise<any>>} */
const constants = new Map();

/**
 * Return something that never changes; it is requested once.
 *
 * @param {"tiles" | "bots"} path
 * @returns {Promise<any>}
 */
export function constant(path) {
  const known = constants.get(path);
  if (known) return known;
  const asked = ask("GET", path);
  constants.set(path, asked);
  asked.catch(() => constants.delete(path));
  return asked;
}
