import { describe, expect, it } from "vitest";
import { marked, withPicture } from "./markdown-edit";

/** S-23: the toolbar of the editor. */
describe("the toolbar", () => {
  const tea = { text: "We have tea.", start: 8, end: 11 };

  it("puts signs around the selection, and takes them away again", () => {
    const bold = marked(tea, "bold");
    expect(bold).toEqual({ text: "We have **tea**.", start: 10, end: 13 });
    expect(marked(bold, "bold")).toEqual(tea);
    expect(marked(tea, "italic").text).toBe("We have _tea_.");
  });

  it("makes a list of the selected lines", () => {
    expect(marked({ text: "a\nb\n- c", start: 0, end: 7 }, "list").text).toBe("- a\n- b\n- c");
    expect(marked({ text: "a\nb", start: 3, end: 3 }, "list").text).toBe("a\n- b");
  });

  it("makes a link, whose address is typed next", () => {
    const link = marked(tea, "link");
    expect(link.text).toBe("We have [tea](https://).");
    expect(link.text.slice(link.start, link.end)).toBe("https://");
  });

  it("puts a picture there, with its name to be described", () => {
    const picture = withPicture({ text: "", start: 0, end: 0 }, "/files/p/x.png", "Plan [1].final.png");
    expect(picture.text).toBe("![Plan  1 .final](/files/p/x.png)");
  });
});
