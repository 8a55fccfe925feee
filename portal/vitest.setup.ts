import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import "./src/features/home/routes";
import { i18n, startTexts } from "./src/i18n/i18n";
import { fakeLocks } from "./src/testing/locks";
import { server } from "./src/testing/server";
import { currentToasts, dismissToast } from "./src/ui/toast/toast-store";

// The files of a worker share its modules and its browser: building those anew for each would take longer than the
// tests. So whatever a test leaves behind is taken away here, and not left to the next.

// WebCrypto is Node's own, and answers buffers of Node's realm: `instanceof ArrayBuffer` is to know them.
const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(""));
globalThis.ArrayBuffer = digest.constructor as ArrayBufferConstructor;

// What jsdom leaves out of a browser.
Object.defineProperty(navigator, "locks", { value: fakeLocks(), configurable: true });
// The names that are escaped in these tests are ids of React's and our own.
globalThis.CSS = { escape: (name: string) => name.replace(/[^\w-]/g, "\\$&") } as typeof CSS;
// Without layout nothing has a box, and focus goes only to what is drawn.
Element.prototype.getClientRects = () => [new DOMRect()] as unknown as DOMRectList;
globalThis.ResizeObserver = class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};
Element.prototype.scrollTo = () => undefined;
window.scrollTo = () => undefined;

// A busy machine is no failure.
configure({ asyncUtilTimeout: 15_000 });

beforeAll(async () => {
  server.listen({ onUnhandledRequest: "error" });
  await startTexts();
  await i18n.loadNamespaces(["home", "dc", "form", "list"]);
});

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  cleanup();
  server.resetHandlers();
  for (const { id } of currentToasts()) dismissToast(id);
  forgetVisitor();
  if (i18n.language !== "en-us") await i18n.changeLanguage("en-us");
});

afterAll(() => server.close());

/** What a browser keeps of a visit: as if nobody had been here. */
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
