import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { FilePath, ListPath, QueryOf } from "../api/call";
import type { RouteEntry } from "../access/route-entry";
import { chooseLanguage } from "../i18n/i18n";
import { aUser } from "./factories";
import { envelopeOf, refusal, success, type Mock, type Reply } from "./mocks";
import { expectAccessible, renderPortal } from "./render";
import { answers, handlerOf, server } from "./server";

interface ListCase<P extends ListPath> {
  /** The first route is the page under test. */
  routes: RouteEntry[];
  /** The path of the call that returns the rows. */
  list: P;
  /** Mocks all calls of the page. */
  mocks: () => Mock[];
  /** The texts of all cells, row by row, for a person who may only view the list. */
  cells: Record<"en-us" | "zh-cn", string[][]>;
  /** What the list says without rows; "No data" by default. */
  empty?: string;
  /** The call that answers with the list as a file. */
  file?: FilePath;
  /** Further parameters of that call. */
  fileOf?: Record<string, string>;
  /** The filters of the list, and of its file, as they are at first. */
  first?: Record<string, string>;
  /**
   * An address that sets the order and every filter and matches no row, its query to the server, and its filter chips.
   */
  narrowed: { address: string; asks: { [Name in keyof QueryOf<P, "get">]?: string }; chips: string[] };
}

type Codes = ReturnType<typeof aUser>["accessList"];
const CODES: Codes = [
  "account_maintain.AccountManagement.AccountList.view",
  "operation_access.UserGroupManagement.GroupList.view",
];

/**
 * Makes the tests that every list page needs: its name in tab, heading, menu and table; access; rows in both languages;
 * filters and order from the address; loading, an empty list, no matching row, and failure.
 */
export function describeList<P extends ListPath>({
  routes,
  list,
  mocks,
  cells,
  narrowed,
  empty = "No data",
  file,
  fileOf = {},
  first = {},
}: ListCase<P>) {
  const page = routes[0]!;
  const { path, title, need } = page;
  if (typeof need === "string") throw new Error(`${path} is open to everybody: no list of administrators is`);
  const listAnswers = (reply: () => Reply<unknown> | Promise<Reply<unknown>>) =>
    handlerOf({ method: "get", path: list, reply: () => Promise.resolve(reply()) });
  const holding = (codes: Codes) => {
    const roles = "role" in need && codes.length > 0 ? [need.role] : (["member"] as const);
    return answers("post", "/api/security/user/info", () =>
      success(aUser({ accessList: codes, roles: [...roles] })),
    );
  };
  const serve = () => server.use(...mocks().map(handlerOf));
  const rows = () => screen.getAllByRole("row").slice(1).map(cellsOf);
  const areShown = (language: keyof typeof cells) => waitFor(() => expect(rows()).toEqual(cells[language]));

  describe(`the list ${path}`, () => {
    beforeEach(() => {
      serve();
      server.use(holding("code" in need ? [need.code] : CODES));
    });

    it("has its name in tab, heading, menu and table, and shows its rows in both languages, axe-clean", async () => {
      renderPortal(path, routes);
      for (const language of ["en-us", "zh-cn"] as const) {
        if (language === "zh-cn") await chooseLanguage(language);
        const name = title[language];
        await screen.findByRole("heading", { level: 1, name });
        await areShown(language);
        screen.getByRole("table", { name });
        await waitFor(() => expect(document.title).toBe(`Atrium - ${name}`));
        await waitFor(() => {
          const current = [...document.querySelectorAll("nav a[aria-current=page]")];
          expect(current.map(({ textContent }) => textContent)).toContain(name);
        });
        const { total } = (await answerOf()) as { total: number };
        expect(screen.getByRole("heading", { level: 1 }).parentElement?.textContent).toContain(
          `${name}${total}`,
        );
        await expectAccessible();
      }
    });

    it("requests what the address names, and shows each filter with a way to remove it", async () => {
      const asked: unknown[] = [];
      server.use(
        handlerOf({
          method: "get",
          path: list,
          reply: ({ query }) => {
            asked.push(query);
            return Promise.resolve(success({ list: [], total: 0, more: false, sort: "" }));
          },
        }),
      );
      const { user, router } = renderPortal(`${path}?page=2&size=20&odd=1&${narrowed.address}`, routes);
      await screen.findByRole("heading", { name: "Nothing matches these filters" });
      expect(asked[0]).toEqual({ pageNum: "2", pageSize: "20", ...narrowed.asks });
      for (const chip of narrowed.chips)
        await screen.findByRole("button", { name: `Remove the filter ${chip}` });
      await expectAccessible();
      serve();
      await user.click(screen.getAllByRole("button", { name: "Clear all filters" })[0]!);
      await waitFor(() => expect(screen.queryByRole("button", { name: /^Remove the filter/ })).toBeNull());
      const left = new URLSearchParams(router.state.location.search);
      const { sort = "" } = narrowed.asks as { sort?: string };
      expect(Object.fromEntries(left)).toEqual({ size: "20", odd: "1", ...(sort && { sort }) });
      await screen.findByRole("table", { name: title["en-us"] });
    });

    it("appears before its rows", async () => {
      server.use(listAnswers(() => new Promise(() => undefined)));
      renderPortal(path, routes);
      const table = await screen.findByRole("table", { name: title["en-us"] });
      expect(table.getAttribute("aria-busy")).toBe("true");
      await expectAccessible();
    });

    it("says that there is none", async () => {
      server.use(listAnswers(() => success({ list: [], total: 0, more: false, sort: "" })));
      renderPortal(path, routes);
      await screen.findByRole("heading", { name: empty });
    });

    it("says what failed in its place, and tries again", async () => {
      server.use(listAnswers(() => refusal(999999, "The list is being rebuilt.")));
      const { user } = renderPortal(path, routes);
      await screen.findByText("The list is being rebuilt.");
      serve();
      await user.click(screen.getByRole("button", { name: "Try again" }));
      await areShown("en-us");
    });

    /** Every list is a file too. */
    if (file) {
      it("downloads the rows that match the filters", async () => {
        const asked: unknown[] = [];
        server.use(
          handlerOf({
            method: "get",
            path: file,
            reply: ({ query }) => {
              asked.push(query);
              return Promise.resolve(refusal(999999, "The file is asked for."));
            },
          }),
        );
        const { user } = renderPortal(`${path}?${narrowed.address}`, routes);
        await user.click(await screen.findByRole("button", { name: "Download CSV" }));
        const dialog = await screen.findByRole("dialog", { name: `Download the list: ${title["en-us"]}` });
        expect(dialog.textContent).toContain("the rows that match the filters");
        await user.click(within(dialog).getByRole("button", { name: "Download" }));
        await within(dialog).findByText("The file is asked for.");
        const filters = Object.entries(narrowed.asks).filter(([name]) => name !== "sort");
        expect(asked).toEqual([{ ...fileOf, ...first, ...Object.fromEntries(filters) }]);
      });
    }

    /** T-04, F-20. */
    it("is closed to people without the right, and missing in their menu", async () => {
      const others = "code" in need ? CODES.filter((code) => code !== need.code) : [];
      server.use(holding(others));
      const { router } = renderPortal(path, routes);
      await waitFor(() => expect(router.state.location.pathname).toBe("/401"));
      expect(screen.queryByRole("link", { name: title["en-us"] })).toBeNull();
    });
  });

  /** The data of the list without filters. */
  async function answerOf() {
    const mock = mocks().find((one) => one.path === list)!;
    const reply = await mock.reply({ query: { pageSize: "10", ...first }, body: undefined });
    return envelopeOf(reply)?.data;
  }
}

function cellsOf(row: HTMLElement): string[] {
  return within(row)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);
}
