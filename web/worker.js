// The service worker: the page itself is there without a network. Nothing of a table is ever kept.

const VERSION = "BUILD";
const FILES = [];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const others = (names) => names.filter((name) => name !== VERSION);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(others(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isOurs = origin === self.location.origin && request.method === "GET";
  if (!isOurs || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("/")));
  } else if (FILES.includes(pathname)) {
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  }
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients
      .matchAll({ type: "window" })
      .then(([open]) => (open ? open.focus() : self.clients.openWindow("/"))),
  );
});
