import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { expectAccessible, renderPart } from "../testing/render";
import { ConfirmDialog } from "./confirm-dialog";
import { DialogFrame } from "./dialog-frame";
import { PageHeader } from "./page-header";
import { SideDrawer } from "./side-drawer";
import { DataTable } from "./table/data-table";
import type { TablePage } from "./table/table-page";
import { useTableState } from "./table/use-table-state";
import { EmailText } from "./email-text";
import { TextField } from "./form/text-field";

describe("ConfirmDialog", () => {
  it("focuses the safe button, and acts only on the other", async () => {
    const onConfirm = vi.fn();
    const onClose = vi.fn();
    const { user } = renderPart(
      <ConfirmDialog
        title="Remove Dan from Finance?"
        action="Remove"
        destructive
        onConfirm={onConfirm}
        onClose={onClose}
      >
        Dan loses Travel at once.
      </ConfirmDialog>,
    );
    const dialog = await screen.findByRole("alertdialog", { name: "Remove Dan from Finance?" });
    await waitFor(() =>
      expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: "Back" })),
    );
    await expectAccessible();
    await user.keyboard("{Enter}");
    expect(onClose).toHaveBeenCalledOnce();
    expect(onConfirm).not.toHaveBeenCalled();
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it("cannot be confirmed twice while it works", async () => {
    const onConfirm = vi.fn();
    const { user } = renderPart(
      <ConfirmDialog title="Sure?" action="Do it" busy onConfirm={onConfirm} onClose={vi.fn()}>
        So.
      </ConfirmDialog>,
    );
    const button = await screen.findByRole("button", { name: "Do it" });
    await user.click(button);
    expect(onConfirm).not.toHaveBeenCalled();
    expect(button.getAttribute("aria-busy")).toBe("true");
  });
});

describe("SideDrawer", () => {
  it("is a named dialog that Escape closes", async () => {
    const onClose = vi.fn();
    const { user } = renderPart(
      <SideDrawer title="Account" onClose={onClose}>
        <TextField label="Name" />
      </SideDrawer>,
    );
    await screen.findByRole("dialog", { name: "Account" });
    await expectAccessible();
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalled();
  });

  /** 2.1.1: what is below the heading scrolls by keyboard, so it is the next stop of the Tab key. */
  it("begins at its heading when it is for reading", async () => {
    const { user } = renderPart(
      <SideDrawer title="Account" reading onClose={vi.fn()}>
        Dan Member
      </SideDrawer>,
    );
    const drawer = await screen.findByRole("dialog", { name: "Account" });
    const heading = within(drawer).getByRole("heading", { name: "Account" });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await user.tab();
    expect(document.activeElement?.textContent).toBe("Dan Member");
  });
});

describe("an email address", () => {
  it("breaks before its sign and after its dots, and stays one text to copy", () => {
    renderPart(<EmailText>dan.member@demo.test</EmailText>);
    const { innerHTML } = screen.getByText("dan.member@demo.test");
    expect(innerHTML).toBe("dan.<wbr>member<wbr>@demo.<wbr>test");
  });
});

describe("a dialog", () => {
  it("stays open when an outside element takes the focus before the dialog has it", async () => {
    const onClose = vi.fn();
    renderPart(
      <>
        <button type="button">opener</button>
        <DialogFrame title="Password" onClose={onClose}>
          abc
        </DialogFrame>
      </>,
    );
    // Like a previous dialog that returns the focus late.
    const opener = screen.getByText("opener");
    for (let frame = 0; frame < 10; frame += 1) {
      opener.focus();
      opener.blur();
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    const dialog = await screen.findByRole("dialog", { name: "Password" });
    expect(dialog).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("PageHeader", () => {
  it("is the heading of the page, with its count and its main action", async () => {
    renderPart(<PageHeader title="Accounts" count="1,204" action={<button>Add account</button>} />);
    expect(screen.getByRole("heading", { level: 1, name: "Accounts" })).toBeTruthy();
    expect(screen.getByText("1,204")).toBeTruthy();
    await expectAccessible();
  });
});

describe("TextField", () => {
  it("shows its fault below, and announces it to screen readers", async () => {
    renderPart(<TextField label="Email" required error="This is no email address." />);
    const input = screen.getByRole("textbox", { name: /Email/ });
    expect(input.getAttribute("aria-invalid")).toBe("true");
    const error = screen.getByText("This is no email address.");
    expect(input.getAttribute("aria-describedby")).toContain(error.id);
    await expectAccessible();
  });
});

interface Row {
  name: string;
  hours: number;
}

function Hours({ page, failure }: { page?: TablePage<Row>; failure?: { text: string; retry: () => void } }) {
  const control = useTableState(["agency"]);
  return (
    <>
      <button onClick={() => control.setFilters({ agency: "7" })}>filter</button>
      <DataTable
        label="Hours"
        columns={[
          { key: "name", header: "Name", cell: ({ name }) => name },
          { key: "hours", header: "Hours", cell: ({ hours }) => hours, align: "end" },
        ]}
        rowKey={({ name }) => name}
        control={control}
        page={page}
        failure={failure}
      />
    </>
  );
}

describe("DataTable", () => {
  const page = { rows: [{ name: "Dan", hours: 8 }], total: 71 };

  it("reads its page from the address, and a filter goes to page 1", async () => {
    const { user, router } = renderPart(<Hours page={page} />, "/?page=2");
    expect(screen.getByText("21–40 of 71")).toBeTruthy();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Next page" }));
    expect(router.state.location.search).toBe("?page=3");
    await user.selectOptions(screen.getByRole("combobox"), "50");
    expect(router.state.location.search).toBe("?size=50");
    await user.click(screen.getByRole("button", { name: "Next page" }));
    await user.click(screen.getByText("filter"));
    expect(router.state.location.search).toBe("?size=50&agency=7");
  });

  it("ends at the last page", () => {
    renderPart(<Hours page={page} />, "/?page=4");
    expect(screen.getByText("61–71 of 71")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Next page" }).hasAttribute("disabled")).toBe(true);
  });

  it("ignores nonsense in the address", () => {
    renderPart(<Hours page={page} />, "/?page=-3&size=7");
    expect(screen.getByText("1–20 of 71")).toBeTruthy();
  });

  it("shows loading, empty and failed in different ways", async () => {
    const { unmount } = renderPart(<Hours />);
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
    unmount();
    const { unmount: unmountEmpty } = renderPart(<Hours page={{ rows: [], total: 0 }} />);
    expect(screen.getByText("No data")).toBeTruthy();
    unmountEmpty();
    const retry = vi.fn();
    const { user } = renderPart(<Hours failure={{ text: "It failed.", retry }} />);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(retry).toHaveBeenCalledOnce();
  });
});
