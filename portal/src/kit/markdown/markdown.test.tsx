import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aConfig } from "../../testing/factories";
import { renderPart } from "../../testing/render";
import { linkOf, pictureOf } from "./addresses";
import Rendered from "./rendered";
import { isTame } from "./tame";

const NAME = `${"0a".repeat(32)}.png`;

function shown(text: string) {
  return renderPart(<Rendered text={text} />).container;
}

/** F-65, attack 41. */
describe("a text in Markdown", () => {
  it("has no HTML and no script", () => {
    const box = shown("Tea <script>alert(1)</script><img src=x onerror=alert(1)> **now** <b>x</b>");
    expect(box.querySelector("script, img, b")).toBeNull();
    expect(box.querySelector("strong")?.textContent).toBe("now");
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "http://a.test",
    "//a.test",
    "/x",
    "vbscript:x",
  ])("has no link to %s", (url) => {
    expect(shown(`[here](${url}) and <${url}>`).querySelector("a")).toBeNull();
    expect(linkOf(url)).toBeUndefined();
  });

  it("opens links beside the portal, which they learn nothing of", () => {
    shown("[menu](https://tea.test/menu)");
    const link = screen.getByRole("link", { name: "menu" });
    expect(link.getAttribute("href")).toBe("https://tea.test/menu");
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("rel")).toContain("noopener");
  });

  it("shows pictures of our own store alone", () => {
    const box = shown(`![Plan](/files/p/${NAME}) ![Spy](https://evil.test/x.png) ![Up](/files/p/../x.png)`);
    expect([...box.querySelectorAll("img")].map(({ alt }) => alt)).toEqual(["Plan"]);
    expect(pictureOf(`https://files.test/files/p/${NAME}`)).toBe(`/files/p/${NAME}`);
    expect(pictureOf("/files/p/short.png")).toBeUndefined();
    expect(pictureOf(`/files/p/${NAME}?x`)).toBeUndefined();
  });

  /** `files.public_url`. */
  it("shows them from the origin of the store", () => {
    const config = aConfig({ filesUrl: "https://files.test" });
    const part = <Rendered text={`![Plan](/files/p/${NAME})`} />;
    const { container } = renderPart(part, "/", { config });
    expect(container.querySelector("img")?.src).toBe(`https://files.test/files/p/${NAME}`);
  });

  it.each([
    ["quotations", "> ".repeat(10_000)],
    ["lists", "1. ".repeat(6_000)],
    ["emphasis", "*a_ ".repeat(5_000)],
    ["brackets", "[".repeat(20_000)],
    ["headings", "a\n-\n".repeat(5_000)],
    ["a megabyte", "*".repeat(1_048_576)],
  ])("is shown as typed if it has too many %s", (_, text) => {
    const before = performance.now();
    expect(isTame(text)).toBe(false);
    expect(shown(text).querySelector("[data-plain]")).not.toBeNull();
    expect(performance.now() - before).toBeLessThan(2_000);
  });

  it("is read as Markdown up to these limits", () => {
    const box = shown(`${"> ".repeat(20)}deep\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done`);
    expect(box.querySelector("table")).not.toBeNull();
    expect(box.querySelectorAll("blockquote")).toHaveLength(20);
    expect(box.querySelector("input")).toBeNull();
  });
});
