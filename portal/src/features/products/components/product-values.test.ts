import { describe, expect, it } from "vitest";
import { NOTHING, wrongAddresses } from "./product-values";

const WORDS = { https: "https", link: "https or this computer" };

describe("the addresses of a product", () => {
  /** Attack 3; docs/relying-apps.md leads through a first try at `http://localhost:9000`. */
  it("are https, and links may also lead to this computer", () => {
    for (const [url, isLink] of [
      ["https://tool.example/", true],
      ["http://localhost:9000/", true],
      ["http://127.0.0.1", true],
      ["http://[::1]:9000/start", true],
      ["http://localhost.evil.example/", false],
      ["http://localhost@evil.example/", false],
      ["http://tool.example/", false],
      ["javascript:alert(1)", false],
    ] as const) {
      const values = { ...NOTHING, link: url, iconimgUrl: url, links: [{ name: "Two", url }] };
      const isHttps = url.startsWith("https://");
      expect(wrongAddresses(values, NOTHING, WORDS), url).toEqual({
        ...(!isLink && { link: WORDS.link, "links.0.url": WORDS.link }),
        ...(!isHttps && { iconimgUrl: WORDS.https }),
      });
    }
  });
});
