import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { showLanguage } from "../i18n/i18n";
import { expectAccessible, renderPart } from "../testing/render";
import { CopyButton } from "./copy-button";
import { currentToasts } from "./toast/toast-store";

function toasts() {
  return currentToasts().map(({ tone, text }) => `${tone}: ${text}`);
}

describe("CopyButton", () => {
  it("shows that it has copied", async () => {
    const { user } = renderPart(<CopyButton text="r-1" label="Request ID" />);
    await user.click(screen.getByRole("button", { name: "Copy: Request ID" }));
    await screen.findByText("Copied");
    expect(await navigator.clipboard.readText()).toBe("r-1");
    expect(toasts()).toEqual([]);
  });

  it.each([
    ["en-us", "warning: The browser didn’t allow copying. The text is selected: copy it yourself."],
    ["zh-cn", "warning: 浏览器不允许复制。文本已选中，请自行复制。"],
  ] as const)("says that the browser refused, and selects the text, in %s", async (language, words) => {
    await showLanguage(language);
    const { user } = renderPart(<CopyButton text="r-1" label="Request ID" />);
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("", "NotAllowedError"));
    await user.click(screen.getByRole("button"));
    const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Request ID" });
    expect(toasts()).toEqual([words]);
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe("r-1");
    await expectAccessible();
  });

  it("says so too if the browser has no clipboard, as over plain http", async () => {
    const { user } = renderPart(<CopyButton text="r-1" />);
    vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as unknown as Clipboard);
    await user.click(screen.getByRole("button", { name: "Copy" }));
    expect((await screen.findByRole<HTMLInputElement>("textbox", { name: "Copy" })).value).toBe("r-1");
  });
});
