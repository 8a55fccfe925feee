import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAccessible, renderPart } from "../../testing/render";
import { useChosenColumns } from "./chosen-columns";
import { ColumnsMenu } from "./columns-menu";
import { DataTable } from "./data-table";
import type { Column } from "./table-page";
import { useTableState } from "./use-table-state";

interface Row {
  name: string;
}

const COLUMNS: Column<Row>[] = [
  { key: "name", header: "Name", sort: "name", cell: ({ name }) => name },
  { key: "length", header: "Length", cell: ({ name }) => name.length, align: "end" },
  { key: "created", header: "Created", sort: "created", off: true, cell: () => "Monday" },
];

function Names({ list = "/names" }: { list?: string }) {
  const columns = useChosenColumns(list, COLUMNS);
  const hidden = { column: COLUMNS[2]!, descending: true };
  return (
    <>
      <ColumnsMenu columns={columns} hidden={hidden} />
      <DataTable
        label="Names"
        columns={columns.shown}
        rowKey={({ name }) => name}
        control={useTableState([], list)}
        page={{ rows: [{ name: "Dan" }], total: 1, sort: "-created" }}
      />
    </>
  );
}

const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);

describe("the columns of a list", () => {
  it("are chosen in a menu, but for the name, and the browser remembers them for this list", async () => {
    const { user, unmount } = renderPart(<Names />);
    expect(heads()).toEqual(["Name", "Length"]);
    screen.getByText("By Created");
    await user.click(screen.getByRole("button", { name: "Columns" }));
    const menu = await screen.findByRole("menu", { name: "Columns" });
    const items = within(menu).getAllByRole("menuitemcheckbox");
    expect(items.map((item) => [item.textContent, item.getAttribute("aria-checked")])).toEqual([
      ["Length", "true"],
      ["Created", "false"],
    ]);
    await expectAccessible();
    await user.click(items[1]!);
    await user.click(items[0]!);
    await waitFor(() => expect(heads()).toEqual(["Name", "Created"]));
    unmount();
    const other = renderPart(<Names list="/others" />);
    expect(heads()).toEqual(["Name", "Length"]);
    other.unmount();
    renderPart(<Names />);
    expect(heads()).toEqual(["Name", "Created"]);
  });

  it("are those of the first visit if the browser has kept nonsense", () => {
    localStorage.setItem("atrium.columns./names", '{"length":"no","created":1');
    renderPart(<Names />);
    expect(heads()).toEqual(["Name", "Length"]);
  });
});

it("the order of a list is remembered, and one in the address goes before it", async () => {
  const head = () => screen.getByRole("columnheader", { name: "Name" });
  const { user, router, unmount } = renderPart(<Names />);
  await user.click(within(head()).getByRole("button"));
  expect(router.state.location.search).toBe("?sort=name");
  unmount();
  const again = renderPart(<Names />);
  expect(head().getAttribute("aria-sort")).toBe("ascending");
  again.unmount();
  const linked = renderPart(<Names />, "/?sort=-name");
  expect(head().getAttribute("aria-sort")).toBe("descending");
  linked.unmount();
  const last = renderPart(<Names />);
  await last.user.click(within(head()).getByRole("button"));
  await last.user.click(within(head()).getByRole("button"));
  expect(localStorage.getItem("atrium.sort./names")).toBeNull();
});
