import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { loadTexts } from "../../i18n/i18n";
import { fakeNews, someNews } from "../../testing/fake-news";
import { expectAccessible, renderPart } from "../../testing/render";
import { handlerOf, server } from "../../testing/server";
import NewsButton from "./news-button";
import PopUp from "./pop-up";

/** The announcements of a server; gives what is read of them. */
function newsOf(news: Parameters<typeof fakeNews>[0]) {
  const { mocks, read } = fakeNews(news);
  server.use(...mocks.map(handlerOf));
  return read;
}

beforeEach(() => loadTexts(["news", "form", "list"]));

/** D-15, T-51, C-119. */
describe("the announcement that is due", () => {
  it("takes no focus, is read when it is closed, and does not come back", async () => {
    const read = newsOf([]);
    const { user, rerender } = renderPart(<PopUp announcement={someNews({ id: "p-1" })} />);
    const box = await screen.findByRole("dialog", { name: "News p-1" });
    expect(box.contains(document.activeElement)).toBe(false);
    expect((await within(box).findByText("p-1")).tagName).toBe("STRONG");
    await expectAccessible(box);
    await user.click(within(box).getByRole("button", { name: "Got it" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(read).toEqual(["p-1"]));
    rerender(<div />);
    renderPart(<PopUp announcement={someNews({ id: "p-1" })} />);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("is closed by Escape from inside", async () => {
    const read = newsOf([]);
    renderPart(<PopUp announcement={someNews({ id: "p-2" })} />);
    const box = await screen.findByRole("dialog", { name: "News p-2" });
    fireEvent.keyDown(within(box).getByRole("button", { name: "Got it" }), { key: "Escape" });
    await waitFor(() => expect(read).toEqual(["p-2"]));
  });

  it("is read only with a tick if people confirm it", async () => {
    const read = newsOf([]);
    const { user } = renderPart(<PopUp announcement={someNews({ id: "p-3", mustRead: true })} />);
    const box = await screen.findByRole("dialog", { name: "News p-3" });
    await user.click(within(box).getByRole("button", { name: "Confirm" }));
    expect(within(box).getByText("Tick this first.")).toBeTruthy();
    expect(read).toEqual([]);
    await user.click(within(box).getByRole("checkbox", { name: "I have read this" }));
    await user.click(within(box).getByRole("button", { name: "Confirm" }));
    await waitFor(() => expect(read).toEqual(["p-3"]));
  });

  it("comes again if it is put off", async () => {
    const read = newsOf([]);
    const { user } = renderPart(<PopUp announcement={someNews({ id: "p-4", mustRead: true })} />);
    await user.click(await screen.findByRole("button", { name: "Read later" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(read).toEqual([]);
  });
});

/** D-16, D-21, K-27, F-44, G-87. */
describe("the history of announcements", () => {
  const three = [1, 2, 3].map((at) => someNews({ id: `n-${at}`, mustRead: at === 3 }));

  it("opens from the header, whose dot goes when all is read", async () => {
    const read = newsOf(three.slice(0, 1));
    const { user, router } = renderPart(<NewsButton />);
    await user.click(await screen.findByRole("button", { name: "Announcements, 1 to read" }));
    const dialog = await screen.findByRole("dialog", { name: "Announcements" });
    expect(router.state.location.search).toContain("announcements=");
    expect(await within(dialog).findByRole("heading", { name: "News n-1" })).toBeTruthy();
    await waitFor(() => expect(read).toEqual(["n-1"]));
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(router.state.location.search).toBe("");
    expect(await screen.findByRole("button", { name: "Announcements" })).toBeTruthy();
  });

  it("has pages, numbers and a field to jump, and does not count looking as a confirmation", async () => {
    const read = newsOf(three);
    const { user } = renderPart(<NewsButton />, "/?announcements=");
    const dialog = await screen.findByRole("dialog", { name: "Announcements" });
    const pages = await within(dialog).findByRole("navigation", { name: "Pages" });
    await user.click(within(pages).getByRole("button", { name: "Next page" }));
    expect(await within(dialog).findByRole("heading", { name: "News n-2" })).toBeTruthy();
    await user.type(within(pages).getByRole("textbox"), "3{Enter}");
    expect(await within(dialog).findByRole("heading", { name: "News n-3" })).toBeTruthy();
    await waitFor(() => expect(read).toEqual(["n-1", "n-2"]));
    expect(within(dialog).getByRole("checkbox", { name: "I have read this" })).toBeTruthy();
    await expectAccessible(dialog);
  });

  it("is searched", async () => {
    newsOf(three);
    const { user } = renderPart(<NewsButton />, "/?announcements=");
    const dialog = await screen.findByRole("dialog", { name: "Announcements" });
    await user.type(await within(dialog).findByRole("searchbox"), "n-2");
    expect(await within(dialog).findByRole("heading", { name: "News n-2" })).toBeTruthy();
    await user.type(within(dialog).getByRole("searchbox"), "x");
    expect(await within(dialog).findByText("No announcement has “n-2x” in it.")).toBeTruthy();
  });
});
