import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import "./src/testing/constructed-sheets";
import "./src/features/home/routes";
import { answerStepUp, place } from "./src/api/step-up";
import { i18n, startTexts } from "./src/i18n/i18n";
import { fakeLocks } from "./src/testing/locks";
import { server } from "./src/testing/server";
import { currentToasts, dismissToast } from "./src/ui/toast/toast-store";

// Test files of a worker share its modules and its jsdom, because creating them again for each file takes longer than the
// tests. So this file removes everything that a test leaves behind.

// WebCrypto is Node's and gives buffers of Node's realm. `instanceof ArrayBuffer` must accept them.
const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(""));
globalThis.ArrayBuffer = digest.constructor as ArrayBufferConstructor;

const realTimeout = setTimeout;

// jsdom lacks these.
freeLocks();
// The tests only escape ids of React and of the portal.
globalThis.CSS = { escape: (name: string) => name.replace(/[^\w-]/g, "\\$&") } as typeof CSS;
// jsdom has no layout, but only elements with a box get the focus.
Element.prototype.getClientRects = () => [new DOMRect()] as unknown as DOMRectList;
globalThis.ResizeObserver = class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};
// jsdom has no layout, so everything is in sight.
globalThis.IntersectionObserver = class {
  readonly root = null;
  readonly rootMargin = "";
  readonly thresholds = [];
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
  takeRecords = () => [];
} as unknown as typeof IntersectionObserver;
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null }) as MediaQueryList;
Element.prototype.scrollTo = () => undefined;
window.scrollTo = () => undefined;

// Tests must not fail on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

beforeAll(async () => {
  server.listen({ onUnhandledRequest: "error" });
  await startTexts();
  await i18n.loadNamespaces(["home", "dc", "form", "list"]);
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  cleanup();
  server.resetHandlers();
  for (const { id } of currentToasts()) dismissToast(id);
  answerStepUp(false);
  freeLocks();
  place.resumed = undefined;
  place.holdsWork = () => false;
  forgetVisitor();
  if (i18n.language !== "en-us") await i18n.changeLanguage("en-us");
  refuseFakeTimer();
});

afterAll(() => server.close());

/**
 * A spy on a fake timer puts the fake back when it is restored. After the real timers have returned, nothing that waits
 * would go on, in all later files of this worker.
 */
function refuseFakeTimer() {
  if (setTimeout === realTimeout) return;
  globalThis.setTimeout = realTimeout;
  throw new Error("A spy on a fake timer was restored after the real timers");
}

/** A test that ended before its request may hold a lock for ever. */
function freeLocks() {
  Object.defineProperty(navigator, "locks", { value: fakeLocks(), configurable: true });
}

/** Removes everything that a browser stores of a visit. */
function forgetVisitor() {
  sessionStorage.clear();
  localStorage.clear();
  indexedDB = new IDBFactory();
  for (const cookie of document.cookie.split("; ")) {
    document.cookie = `${cookie.split("=")[0] ?? ""}=; Max-Age=0; Path=/`;
  }
  history.replaceState(null, "", "/");
  document.title = "";
  document.documentElement.lang = "en";
}
