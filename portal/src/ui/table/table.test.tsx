import { screen, waitFor, within } from "@testing-library/react";
import { Pencil } from "lucide-react";
import { describe, expect, it, vi } from "vitest";
import { expectAccessible, itemsOfOpenMenu, renderPart } from "../../testing/render";
import { DataTable } from "./data-table";
import type { TablePage } from "./table-page";
import { useTableState } from "./use-table-state";

interface Row {
  name: string;
}

const edit = vi.fn<(row: Row) => void>();

function Names({ page }: { page: TablePage<Row> }) {
  return (
    <DataTable
      label="Names"
      columns={[
        { key: "name", header: "Name", cell: ({ name }) => name, sort: "name" },
        { key: "length", header: "Length", cell: ({ name }) => name.length, align: "end" },
      ]}
      rowKey={({ name }) => name}
      control={useTableState(["q"])}
      page={page}
      rowActions={(row) => [{ key: "edit", label: "Edit", icon: Pencil, run: () => edit(row) }]}
    />
  );
}

const page = { rows: [{ name: "Dan" }], total: 61 };
const head = () => screen.getByRole("columnheader", { name: "Name" });

describe("a table", () => {
  it("is sorted by its heads, up, down and not at all, and the address keeps the order", async () => {
    const { user, router } = renderPart(<Names page={page} />, "/?page=3");
    expect(head().getAttribute("aria-sort")).toBe("none");
    expect(screen.getByRole("columnheader", { name: "Length" }).hasAttribute("aria-sort")).toBe(false);
    for (const [search, order] of [
      ["?sort=name", "ascending"],
      ["?sort=-name", "descending"],
      ["", "none"],
    ]) {
      await user.click(within(head()).getByRole("button"));
      expect([router.state.location.search, head().getAttribute("aria-sort")]).toEqual([search, order]);
    }
  });

  it("shows the order that the server uses by itself, and turns it round", async () => {
    const { user, router } = renderPart(<Names page={{ ...page, sort: "-name" }} />);
    for (const [search, order] of [
      ["", "descending"],
      ["?sort=name", "ascending"],
      ["", "descending"],
    ]) {
      expect([router.state.location.search, head().getAttribute("aria-sort")]).toEqual([search, order]);
      await user.click(within(head()).getByRole("button"));
    }
  });

  /** 1.3.1: below 768 pixels its rows are stacks, where browsers drop the implicit roles of a table. */
  it("has roles, and the head of its column beside each cell except the first", () => {
    renderPart(<Names page={page} />);
    const row = screen.getAllByRole("row")[1]!;
    const cells = within(row).getAllByRole("cell");
    expect(cells.map((cell) => cell.getAttribute("data-label"))).toEqual([null, "Length", null]);
    const parts = screen.getByRole("table").querySelectorAll("thead, tbody, tr, th, td");
    expect([...parts].filter((part) => !part.hasAttribute("role"))).toEqual([]);
  });

  it("loses no change that follows before an earlier one is drawn", async () => {
    const Twice = () => {
      const { setFilters } = useTableState(["a", "b"]);
      const both = () => {
        setFilters({ a: "1" });
        setFilters({ b: "2" });
      };
      return <button onClick={both}>Both</button>;
    };
    const { user, router } = renderPart(<Twice />, "/?page=3");
    await user.click(screen.getByRole("button", { name: "Both" }));
    await waitFor(() => expect(router.state.location.search).toBe("?a=1&b=2"));
  });

  it("has the actions of a row in a menu that names the row", async () => {
    const { user } = renderPart(<Names page={page} />);
    await user.click(screen.getByRole("button", { name: "Actions for Dan" }));
    await itemsOfOpenMenu();
    await expectAccessible();
    await user.keyboard("{ArrowDown}{Enter}");
    await waitFor(() => expect(edit).toHaveBeenCalledWith({ name: "Dan" }));
  });

  it("shows the last page for a number behind it", () => {
    renderPart(<Names page={{ ...page, pageNum: 4 }} />, "/?page=9");
    expect(screen.getByRole("button", { name: "Page 4" }).getAttribute("aria-current")).toBe("page");
    expect(screen.getByText("61–61 of 61")).toBeTruthy();
  });

  /** K-26: five numbers, the current one in the middle where there is room. */
  it.each([
    [1, ["1", "2", "3", "4", "5"]],
    [5, ["3", "4", "5", "6", "7"]],
    [10, ["6", "7", "8", "9", "10"]],
  ])("shows five page numbers around page %i of ten", (pageNum, numbers) => {
    renderPart(<Names page={{ ...page, total: 200, pageNum }} />, `/?page=${pageNum}`);
    const shown = screen.getAllByRole("button", { name: /^Page \d/ });
    expect(shown.map(({ textContent }) => textContent)).toEqual(numbers);
  });

  it("continues by cursor after the numbered pages (Lists)", async () => {
    const beyond = {
      rows: Array.from({ length: 10 }, (_, index) => ({ name: `Dan ${index}` })),
      total: 10_000,
      more: true,
      next: "n-1",
      last: "l-1",
    };
    const { user, router, unmount } = renderPart(<Names page={beyond} />, "/?page=500");
    expect(screen.getByText("9,981–10,000 of 10,000+")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Next page" }));
    expect(router.state.location.search).toBe("?cursor=n-1");
    unmount();
    const next = renderPart(<Names page={{ ...beyond, pageNum: 501, previous: "p-1" }} />, "/?cursor=n-1");
    expect(screen.getByText("10,001–10,010 of 10,000+")).toBeTruthy();
    next.unmount();
    const after = renderPart(<Names page={{ ...beyond, previous: "p-1" }} />, "/?cursor=n-1");
    expect(screen.getByText("Beyond row 10,000+")).toBeTruthy();
    await after.user.click(screen.getByRole("button", { name: "Last page" }));
    expect(after.router.state.location.search).toBe("?cursor=l-1");
    await after.user.click(screen.getByRole("button", { name: "Previous page" }));
    expect(after.router.state.location.search).toBe("?cursor=p-1");
    await after.user.click(screen.getByRole("button", { name: "Page 1" }));
    expect(after.router.state.location.search).toBe("");
  });

  it("offers to clear filters that leave nothing", async () => {
    const { user, router } = renderPart(<Names page={{ rows: [], total: 0 }} />, "/?q=zebra&sort=name");
    screen.getByRole("heading", { name: "Nothing matches these filters" });
    await user.click(screen.getByRole("button", { name: "Clear all filters" }));
    expect(router.state.location.search).toBe("?sort=name");
  });
});
