import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { chooseLanguage } from "../../../i18n/i18n";
import { aProduct } from "../../../testing/factories";
import { mock } from "../../../testing/mocks";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { handlerOf, ORIGIN, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LIST = "/api/security/app/list";
const LINKS = [
  { name: "Plans", url: "https://plans.demo.test/?a=b" },
  { name: "Reports", url: "https://reports.demo.test/" },
];
const several = aProduct({ id: 8, name: "Media planner", appName: "MEDIA", links: LINKS });
const closed = aProduct({
  id: 9,
  name: "Time sheet",
  appName: "TIME",
  state: "request",
  link: "",
  links: [],
});

const page = (query: string) => {
  server.use(handlerOf(mock("get", LIST, () => success([several, closed]))));
  return renderPortal(`/applink${query}`, routes);
};
const addresses = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

/** R-03, S-28, F-30, T-33. */
describe("the links of an application", () => {
  it("are opened by the server, and the wanted one is marked", async () => {
    const { container } = page(`?appName=MEDIA&callbackUrl=${encodeURIComponent(LINKS[0]!.url)}`);
    await screen.findByRole("heading", { level: 1, name: "Links of Media planner" });
    const list = within(screen.getByRole("main")).getByRole("list");
    const rows = within(list).getAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent)).toEqual(["PlansYou came for this one", "Reports"]);
    const plans = within(list).getByRole("link", { name: "Plans, opens in a new tab" });
    expect(plans.getAttribute("href")).toBe(`${ORIGIN}/open/8?way=https%3A%2F%2Fplans.demo.test%2F%3Fa%3Db`);
    expect(plans.getAttribute("rel")).toBe("noopener");
    await expectAccessible(container);
  });

  it.each(["", "?appName=NOBODY", "?appName=TIME", "?callbackUrl=https://evil.test/"])(
    "are all applications for %s",
    async (query) => {
      page(query);
      await screen.findByRole("heading", { level: 1, name: "All applications" });
      expect(addresses()).toEqual(expect.arrayContaining([`${ORIGIN}/open/8`, "/ask/9"]));
      expect(document.body.innerHTML).not.toContain("evil.test");
      expect(screen.queryByText(/No application of yours/) !== null).toBe(query.endsWith("NOBODY"));
    },
  );

  it("read in Chinese", async () => {
    await chooseLanguage("zh-cn");
    page("?appName=MEDIA");
    await screen.findByRole("heading", { level: 1, name: "Media planner 的链接" });
  });

  it("say that they could not be loaded", async () => {
    server.use(handlerOf(mock("get", LIST, () => refusal(999999, "The server failed."))));
    renderPortal("/applink", routes);
    await screen.findByRole("button", { name: "Try again" });
  });
});
