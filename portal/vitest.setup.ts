import "fake-indexeddb/auto";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { i18n, startTexts } from "./src/i18n/i18n";
import { fakeLocks } from "./src/testing/locks";
import { server } from "./src/testing/server";

// WebCrypto is Node's own, and answers buffers of Node's realm: `instanceof ArrayBuffer` is to know them.
const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(""));
globalThis.ArrayBuffer = digest.constructor as ArrayBufferConstructor;

// What jsdom leaves out of a browser.
Object.defineProperty(navigator, "locks", { value: fakeLocks(), configurable: true });
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
configure({ asyncUtilTimeout: 5_000 });

beforeAll(async () => {
  server.listen({ onUnhandledRequest: "error" });
  await startTexts();
  await i18n.loadNamespaces(["home", "dc", "form"]);
});

afterEach(async () => {
  cleanup();
  server.resetHandlers();
  sessionStorage.clear();
  localStorage.clear();
  vi.useRealTimers();
  if (i18n.language !== "en-us") await i18n.changeLanguage("en-us");
});

afterAll(() => server.close());
