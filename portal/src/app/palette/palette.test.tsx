import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RouteEntry } from "../../access/route-entry";
import type { components } from "../../api/schema";
import { aProduct } from "../../testing/factories";
import { expectAccessible, renderPortal, someServices } from "../../testing/render";
import { answers, success, server, refusal } from "../../testing/server";
import { fit } from "./fit";
import { pinyinInitials } from "./pinyin";

type Found = components["schemas"]["Found"];

const plain: RouteEntry[] = ["/", "/my-groups", "/ask/3"].map((path) => ({
  path,
  title: { "en-us": "Somewhere", "zh-cn": "某处" },
  need: "session",
  load: () => Promise.resolve({ default: () => <h1>Here</h1> }),
}));

const nothing: Found = { applications: [], groups: [], ofAllGroups: false, people: [], peopleSearch: "none" };

/** Answers each search and notes its words. */
function finds(answer: Partial<Found> | ((q: string) => Partial<Found>) = {}) {
  const asked: string[] = [];
  server.use(
    answers("get", "/api/security/find", ({ query }) => {
      const q = query.q ?? "";
      asked.push(q);
      return success({ ...nothing, ...(typeof answer === "function" ? answer(q) : answer) });
    }),
  );
  return asked;
}

const cards = [
  aProduct({ id: 1, name: "Time Sheets", otherName: "工时", state: "open" }),
  aProduct({ id: 2, name: "Our timers", otherName: "", state: "open" }),
  aProduct({ id: 3, name: "Timetable", otherName: "", state: "request" }),
];

/** The portal with the cards of home in its cache, and the palette open. */
async function opened(address = "/", keys = "{Control>}k{/Control}") {
  const services = someServices();
  services.queries.setQueryData(["products", 1], cards);
  services.queries.setQueryData(["products", "options", true, "search", ""], [{ value: "7", label: "Time" }]);
  const view = renderPortal(address, plain, services);
  await screen.findByRole("heading", { name: "Here" });
  await view.user.keyboard(keys);
  const box = await screen.findByRole<HTMLInputElement>("combobox", { name: "Search" });
  await waitFor(() => expect(document.activeElement).toBe(box));
  return { ...view, box };
}

const names = (section: string) =>
  within(screen.getByRole("group", { name: section }))
    .queryAllByRole("option")
    .map((option) => option.textContent);
const active = (box: HTMLElement) =>
  document.getElementById(box.getAttribute("aria-activedescendant") ?? "")?.textContent;

let newTab: ReturnType<typeof vi.fn>;
beforeEach(() => {
  newTab = vi.fn();
  vi.stubGlobal("open", newTab);
});
afterEach(() => vi.unstubAllGlobals());

describe("the palette", () => {
  /** Decision 0083: what is known here is there at once, in sections, and says how many there are. */
  it("finds applications, pages and actions at once, and says how many", async () => {
    const asked = finds();
    const { user, box } = await opened();
    expect(box.getAttribute("aria-expanded")).toBe("true");
    await user.keyboard("time");
    expect(names("Applications")).toEqual([
      "TTime Sheetsopens in a new tab",
      "OOur timersopens in a new tab",
      "TTimetableAsk for access",
    ]);
    expect(active(box)).toContain("Time Sheets");
    await screen.findByText("3 results");
    expect(asked).toEqual(["time"]);
    await expectAccessible();
    await user.clear(box);
    await user.keyboard("password");
    expect(names("Actions")).toEqual(["Change password"]);
  });

  /** The server knows full pinyin, and what home did not show. */
  it("adds what the server finds", async () => {
    finds({
      applications: [cards[0]!, aProduct({ id: 9, name: "财务系统", state: "open" })],
      groups: [{ groupId: "g1", groupName: "Finance & time" }],
    });
    const { user, router } = await opened();
    await user.keyboard("caiwu");
    await screen.findByRole("option", { name: /财务系统/ });
    await user.click(screen.getByRole("option", { name: "Finance & time" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/my-groups"));
    expect(router.state.location.search).toBe("?context=Finance+%26+time");
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  /** Decision 0075: an application opens by the server's address, in a new tab; a closed one is asked for. */
  it("opens what is chosen by arrows and Enter, with Ctrl in a new tab", async () => {
    finds();
    const { user, router } = await opened();
    await user.keyboard("time{Enter}");
    expect(newTab).toHaveBeenCalledWith(`${location.origin}/open/1`, "_blank", "noopener,noreferrer");
    await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
    await user.keyboard("/");
    await screen.findByRole("combobox");
    await user.keyboard("time{ArrowUp}{ArrowUp}{ArrowDown}{Control>}{Enter}{/Control}");
    expect(newTab).toHaveBeenLastCalledWith(`${location.origin}/ask/3`, "_blank", "noopener,noreferrer");
    expect(router.state.location.pathname).toBe("/");
    await user.keyboard("/");
    await screen.findByRole("combobox");
    await user.keyboard("timet{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/ask/3"));
  });

  it("does nothing while an input method composes", async () => {
    const asked = finds();
    const { box } = await opened();
    fireEvent.compositionStart(box);
    fireEvent.change(box, { target: { value: "shi" }, isComposing: true });
    fireEvent.keyDown(box, { key: "Enter", keyCode: 229 });
    expect(newTab).not.toHaveBeenCalled();
    expect(screen.getByRole("combobox")).toBe(box);
    box.value = "工时";
    fireEvent.compositionEnd(box);
    await waitFor(() => expect(names("Applications")).toEqual(["TTime Sheetsopens in a new tab"]));
    await waitFor(() => expect(asked).toEqual(["工时"]));
  });

  it("says that nothing matches, and why the server found nothing", async () => {
    finds();
    const { user, box } = await opened();
    await user.keyboard("zebra");
    await screen.findByText("Nothing matches “zebra”");
    server.use(answers("get", "/api/security/find", () => refusal(999999, "Something went wrong.")));
    await user.clear(box);
    await user.keyboard("zebras");
    expect((await screen.findByRole("alert")).textContent).toBe("Something went wrong.");
  });

  it("asks the server for nothing that it cannot find", async () => {
    const asked = finds();
    const { user } = await opened();
    await user.keyboard("t");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(asked).toEqual([]);
  });

  /** An address of earlier versions still searches. */
  it("opens with the words of an address", async () => {
    finds();
    const services = someServices();
    services.queries.setQueryData(["products", 1], cards);
    const { router, user } = renderPortal("/?q=timet", plain, services);
    const box = await screen.findByRole<HTMLInputElement>("combobox", { name: "Search" });
    expect(box.value).toBe("timet");
    await waitFor(() => expect(names("Applications")).toEqual(["TTimetableAsk for access"]));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });
});

describe("people in the palette", () => {
  const people = [
    { userId: null, username: "wxm", fullName: "王小明", agencyName: "North", email: "wxm@demo.test" },
  ];

  /** F-22: a counted search runs only when somebody chooses it. */
  it("are searched on request where each search counts", async () => {
    finds({ peopleSearch: "counted" });
    const asked: string[] = [];
    server.use(
      answers("get", "/api/security/find/people", ({ query }) => {
        asked.push(query.q ?? "");
        return success(people);
      }),
    );
    const { user } = await opened();
    await user.keyboard("wangx");
    const search = await screen.findByRole("option", { name: /Search people for “wangx”/ });
    expect(asked).toEqual([]);
    await user.click(search);
    await screen.findByRole("option", { name: "王小明wxm · North · Write an email" });
    expect(asked).toEqual(["wangx"]);
    await user.keyboard("i");
    await screen.findByRole("option", { name: /Search people for “wangxi”/ });
    expect(asked).toEqual(["wangx"]);
  });

  it("are there at once for administrators, and absent for others", async () => {
    finds((q) => (q === "wangx" ? { peopleSearch: "done", people: [{ ...people[0]!, userId: "u1" }] } : {}));
    const { user, box } = await opened();
    await user.keyboard("wangx");
    await screen.findByRole("option", { name: "王小明wxm · North" });
    await user.clear(box);
    await user.keyboard("wangy");
    await screen.findByText("Nothing matches “wangy”");
    expect(screen.queryByRole("group", { name: "People" })).toBeNull();
  });
});

describe("the fit of a name", () => {
  it.each([
    ["Time Sheets", "time", 0],
    ["Time Sheets", "ts", 0],
    ["Our timers", "time", 1],
    ["Overtime", "time", 2],
    ["媒体排期", "mt", 0],
    ["媒体排期", "pq", 2],
    ["媒体排期", "mtx", undefined],
    ["Time Sheets", "sheets time", 1],
    ["Time Sheets", "time x", undefined],
  ])("%s is found by %s: %s", (name, query, place) => expect(fit([name], query)).toBe(place));

  it.each([
    ["财务", "cw"],
    ["报销", "bx"],
    ["创意 Studio 中心", "cyzx"],
    ["人事与行政", "rsyxz"],
    ["Time Sheets", ""],
  ])("%s has the initials %s", (name, initials) => expect(pinyinInitials(name)).toBe(initials));
});
