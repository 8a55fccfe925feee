import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { ApiFailure } from "../api/failure";
import type { Written } from "../api/write";
import { expectAccessible, renderPart } from "../testing/render";
import { DataTable } from "../ui/table/data-table";
import { useTableState } from "../ui/table/use-table-state";
import { currentToasts } from "../ui/toast/toast-store";
import { BulkDialog } from "./bulk-dialog";

interface Row {
  id: string;
  name: string;
}

const PAGES: Record<number, Row[]> = {
  1: ["Ada", "Ben", "Chloe", "Dan"].map((name) => ({ id: name, name })),
  2: [{ id: "Eve", name: "Eve" }],
};

type Done = Written<"/api/security/user/set-lang", unknown>;
const answer: Done = { path: "/api/security/user/set-lang", data: null };

interface PeopleProps {
  call: (row: Row) => Promise<Done>;
  reread?: (row: Row) => Promise<Row>;
}

function People({ call, reread }: PeopleProps) {
  const control = useTableState(["q"]);
  const [work, setWork] = useState<Row[]>();
  return (
    <>
      <button onClick={() => control.setFilters({ q: "x" })}>filter</button>
      <DataTable
        label="People"
        columns={[{ key: "name", header: "Name", cell: ({ name }) => name, sort: "name" }]}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        control={control}
        page={{ rows: PAGES[control.state.page] ?? [], total: 21 }}
        bulk={(selection) => <button onClick={() => setWork(selection.rows)}>Switch off</button>}
      />
      {work && (
        <BulkDialog
          title={`Switch ${work.length} off?`}
          action="Switch off"
          rows={work}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          call={call}
          reread={reread}
          done={(count) => `${count} are off.`}
          refresh={["user"]}
          onDone={() => undefined}
          onClose={() => setWork(undefined)}
        >
          They are signed out.
        </BulkDialog>
      )}
    </>
  );
}

const tick = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: `Select ${name}` });
const all = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "Select all rows on this page" });

describe("selected rows", () => {
  it("are counted, kept on another page, and cleared by another filter", async () => {
    const { user } = renderPart(<People call={vi.fn()} />);
    await user.click(tick("Ada"));
    expect(all().indeterminate).toBe(true);
    expect(screen.getByRole("region", { name: "Selected rows" }).textContent).toContain("1 selected");
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Page 2" }));
    await user.click(all());
    expect(screen.getByRole("region", { name: "Selected rows" }).textContent).toContain(
      "2 selected (1 on another page)",
    );
    await user.click(screen.getByText("filter"));
    expect(screen.queryByRole("region", { name: "Selected rows" })).toBeNull();
  });

  it("are selected as a range with Shift, also by keyboard", async () => {
    const { user } = renderPart(<People call={vi.fn()} />);
    await user.click(tick("Ada"));
    await user.keyboard("{Shift>}");
    await user.click(tick("Chloe"));
    await user.keyboard("{/Shift}");
    expect(["Ada", "Ben", "Chloe", "Dan"].map((name) => tick(name).checked)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    tick("Dan").focus();
    await user.keyboard(" ");
    expect(all().checked).toBe(true);
    await user.click(screen.getByRole("button", { name: "Clear selection" }));
    expect(all().checked).toBe(false);
  });
});

describe("BulkDialog", () => {
  it("names the rows, changes one after the other, and says so", async () => {
    const call = vi.fn(() => Promise.resolve(answer));
    const { user } = renderPart(<People call={call} />);
    await user.click(all());
    await user.click(screen.getByRole("button", { name: "Switch off" }));
    const question = await screen.findByRole("alertdialog", { name: "Switch 4 off?" });
    expect(
      within(question)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["Ada", "Ben", "Chloe", "Dan"]);
    await expectAccessible();
    await user.click(within(question).getByRole("button", { name: "Switch off" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(call).toHaveBeenCalledTimes(4);
    expect(currentToasts().map(({ text }) => text)).toContain("4 are off.");
  });

  it("shows the result of each, and tries only the rest again", async () => {
    const failing = new Set(["Ben"]);
    const call = vi.fn(({ id }: Row) =>
      failing.has(id)
        ? Promise.reject(new ApiFailure("denied", "Ben is an administrator."))
        : Promise.resolve(answer),
    );
    const { user } = renderPart(<People call={call} />);
    await user.click(all());
    await user.click(screen.getByRole("button", { name: "Switch off" }));
    const dialog = await screen.findByRole("alertdialog");
    await user.click(within(dialog).getByRole("button", { name: "Switch off" }));
    await within(dialog).findByText("3 done · 1 failed");
    expect(within(dialog).getByText(/Ben is an administrator\./)).toBeTruthy();
    await expectAccessible();
    failing.clear();
    await user.click(within(dialog).getByRole("button", { name: "Try the rest again" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(call.mock.calls.map(([{ id }]) => id)).toEqual(["Ada", "Ben", "Chloe", "Dan", "Ben"]);
  });

  it("reads a refused row before it tries it again, also one of another page", async () => {
    const call = vi.fn(({ name }: Row) =>
      name === "Eve"
        ? Promise.reject(new ApiFailure("refused", "Somebody changed Eve."))
        : Promise.resolve(answer),
    );
    const reread = vi.fn((row: Row) => Promise.resolve({ ...row, name: "Eve, as she is now" }));
    const { user } = renderPart(<People call={call} reread={reread} />);
    await user.click(tick("Ada"));
    await user.click(screen.getByRole("button", { name: "Page 2" }));
    await user.click(all());
    await user.click(screen.getByRole("button", { name: "Page 1" }));
    await user.click(screen.getByRole("button", { name: "Switch off" }));
    const dialog = await screen.findByRole("alertdialog");
    await user.click(within(dialog).getByRole("button", { name: "Switch off" }));
    await within(dialog).findByText("1 done · 1 failed");
    await user.click(within(dialog).getByRole("button", { name: "Try the rest again" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(call.mock.calls.map(([{ name }]) => name)).toEqual(["Ada", "Eve", "Eve, as she is now"]);
    expect(reread).toHaveBeenCalledTimes(1);
  });

  it("stops after the running one, and names the rows that were not tried", async () => {
    let release: () => void = () => undefined;
    const call = vi.fn(() => new Promise<Done>((resolve) => (release = () => resolve(answer))));
    const { user } = renderPart(<People call={call} />);
    await user.click(all());
    await user.click(screen.getByRole("button", { name: "Switch off" }));
    const dialog = await screen.findByRole("alertdialog");
    await user.click(within(dialog).getByRole("button", { name: "Switch off" }));
    await within(dialog).findByText("0 of 4 done");
    const leaving = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await user.click(within(dialog).getByRole("button", { name: "Stop" }));
    release();
    await within(dialog).findByText("1 done · 3 not tried");
    expect(call).toHaveBeenCalledTimes(1);
  });
});
