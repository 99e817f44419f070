/** Whether the server can be reached, as far as that can be told without trying in vain. */

const PATIENCE = 700;

/**
 * Say whether an address is this machine's own, which needs no network.
 *
 * @param {string} host
 */
export function isOwnMachine(host) {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}

/** Say whether it makes sense to ask the server for something. */
export async function reachable() {
  if (navigator.onLine) return true;
  return isOwnMachine(location.hostname) && probed();
}

/**
 * Let the worker try, for what it finds is not written to the page's console. Until it is there
 * the browser is believed; where browsers have none it is worth a try.
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
