/** Whether the server can be reached, without requests that fail in the console. */

const PATIENCE = 700;

/**
 * Return whether an address is this machine's own, which needs no network.
 *
 * @param {string} host
 */
export function isOwnMachine(host) {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}

/** Return whether a request to the server can succeed. */
export async function reachable() {
  if (navigator.onLine) return true;
  return isOwnMachine(location.hostname) && probed();
}

/**
 * Let the service worker probe, because its failures are not written to the page's console. Before
 * the worker controls the page, trust the browser; without service workers, assume success.
 *
 * @returns {Promise<boolean>}
 */
function probed() {
  if (!("serviceWorker" in navigator)) return Promise.resolve(true);
  const worker = navigator.serviceWorker.controller;
  if (!worker) return Promise.resolve(false);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(() => resolve(false), PATIENCE);
    worker.postMessage("reachable", [port2]);
  });
}
