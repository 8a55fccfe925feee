import { afterEach, describe, expect, it } from "vitest";

/** The module reads the start page once, so each base needs a copy of it. The other tests share the first. */
async function under(base: string | undefined) {
  if (base === undefined) delete document.documentElement.dataset.base;
  else document.documentElement.dataset.base = base;
  return (await import(/* @vite-ignore */ `./base.ts?of=${base}`)) as typeof import("./base");
}

const ORIGIN = "http://localhost:8080";

afterEach(() => {
  delete document.documentElement.dataset.base;
});

/** K-01, "A path in `public_url`". */
describe("the addresses of the portal", () => {
  it.each([
    [undefined, "/a/b?c#d", "/a/b?c#d"],
    [undefined, "/", "/"],
    ["/sso", "/sso/a/b?c#d", "/a/b?c#d"],
    ["/sso", "/sso/", "/"],
    ["/sso", "/sso", "/"],
    ["/sso", "/sso?q=x", "/?q=x"],
    ["/tools/sso", "/tools/sso/sso/", "/sso/"],
  ])("under %s are %s in the browser and %s inside", async (base, shown, inside) => {
    const { pathOf } = await under(base);
    expect(pathOf(new URL(ORIGIN + shown))).toBe(inside);
  });

  it.each([
    [undefined, `${ORIGIN}/callback`],
    ["/sso", `${ORIGIN}/sso/callback`],
  ])("under %s lead to %s", async (base, address) => {
    const { addressOf } = await under(base);
    expect(addressOf("/callback")).toBe(address);
  });
});
