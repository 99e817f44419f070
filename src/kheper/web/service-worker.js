/*
 * Caches the page: the network first, so that a new version shows at once, and the cache when there
 * is no network or it is too slow. Of the API only constants are cached; matches use the socket.
 */

const CACHE = "kheper-1";
const CONSTANT = ["/api/tiles"];
const PATIENCE = 3000;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(["./", "icon.svg", "manifest.webmanifest"]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  if (event.data !== "reachable") return;
  const asked = fetch("healthz", { cache: "no-store" }).then((answer) => answer.ok, () => false);
  event.waitUntil(asked.then((found) => event.ports[0]?.postMessage(found)));
});

// What the page loaded before this worker was installed is fetched again, for the next visit.
self.addEventListener("message", (event) => {
  if (!Array.isArray(event.data)) return;
  event.waitUntil(
    caches.open(CACHE).then((cache) =>
      Promise.all(event.data.map(async (address) => (await cache.match(address)) || cache.add(address).catch(() => {}))),
    ),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const kept = !pathname.startsWith("/api/") || CONSTANT.includes(pathname);
  if (request.method !== "GET" || origin !== self.location.origin || !kept) return;
  event.respondWith(answered(request));
});

async function answered(request) {
  const cache = await caches.open(CACHE);
  const fresh = fetched(request, cache);
  const soon = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const first = await Promise.race([fresh, soon]).catch(() => undefined);
  return first || (await cache.match(request, { ignoreSearch: true })) || fresh;
}

async function fetched(request, cache) {
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
