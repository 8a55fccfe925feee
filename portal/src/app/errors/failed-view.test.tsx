import { act, screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import type { Root } from "react-dom/client";
import { afterEach, it, vi } from "vitest";
import type { RouteEntry } from "../../access/route-entry";
import { aConfig } from "../../testing/factories";
import { ORIGIN, server } from "../../testing/server";
import { arrive } from "../arrive";
import { start } from "../start";

const first: RouteEntry[] = [
  {
    path: "/",
    title: { "en-us": "Home", "zh-cn": "首页" },
    need: "session",
    load: () => Promise.resolve({ default: () => <h1>Home</h1> }),
  },
];

let root: Root | undefined;

afterEach(() => {
  act(() => root?.unmount());
  root = undefined;
});

/** A browser that blocks cookies lets a page keep nothing. The page says that, and not that something failed. */
it("says that cookies are blocked, when they are", async () => {
  const denied = () => {
    throw new DOMException("The request was denied.", "SecurityError");
  };
  vi.spyOn(navigator, "cookieEnabled", "get").mockReturnValue(false);
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(denied);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(denied);
  vi.stubGlobal("indexedDB", { open: denied });
  history.replaceState(null, "", "/");
  server.use(http.get(`${ORIGIN}/config.json`, () => HttpResponse.json(aConfig())));
  const element = document.body.appendChild(document.createElement("div"));
  root = await act(() => start(element, arrive(first), { first, more: () => Promise.resolve([]) }));
  await screen.findByText(/blocks cookies/);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
