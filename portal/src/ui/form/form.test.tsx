import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { expectAccessible, renderPart } from "../../testing/render";
import { CheckboxField } from "./checkbox-field";
import { EditDrawer } from "./edit-drawer";
import { DateField } from "./date-field";
import { Form } from "./form";
import { PasswordField } from "./password-field";
import { SelectField } from "./select-field";
import { TextAreaField } from "./text-area-field";
import { TextField } from "./text-field";
import { useForm } from "./use-form";

const initial = { name: "", kind: "", note: "", secret: "", agreed: false };
const refused = { text: "The server is busy.", requestId: "req-7" };

function Sample({ send, busy = false }: { send: (values: typeof initial) => void; busy?: boolean }) {
  const form = useForm({
    initial,
    required: ["name", "secret"],
    check: ({ agreed, name }) => ({
      ...(name.length > 5 && { name: "Too long." }),
      ...(!agreed && { agreed: "Say yes." }),
    }),
  });
  return (
    <>
      <Form
        id="sample"
        form={form}
        busy={busy}
        onSubmit={() => void form.attempt().then((values) => values && send(values))}
      >
        <TextField label="Name" help="At most 5." {...form.text("name")} />
        <SelectField
          label="Kind"
          placeholder="None"
          options={[{ value: "a", label: "Kind A" }]}
          {...form.text("kind")}
        />
        <TextAreaField label="Note" help="For you." {...form.text("note")} />
        <PasswordField label="Secret" autoComplete="new-password" {...form.text("secret")} />
        <CheckboxField label="I agree" {...form.tick("agreed")} />
      </Form>
      <button type="submit" form="sample">
        Send
      </button>
      <button onClick={() => form.refuse(refused)}>Refuse all</button>
      <button onClick={() => form.refuse({ faults: { note: "Not that." } })}>Refuse the note</button>
    </>
  );
}

const sendButton = () => screen.getByRole("button", { name: "Send" });
const nameField = () => screen.getByRole("textbox", { name: /Name/ });

describe("the form kit", () => {
  it("has a label and help for each field, and shows no fault before sending", async () => {
    const { user } = renderPart(<Sample send={vi.fn()} />);
    await expectAccessible();
    await user.type(nameField(), "much too long");
    expect(document.querySelector("[aria-invalid=true]")).toBeNull();
    const note = screen.getByRole("textbox", { name: "Note" });
    expect(note.getAttribute("aria-describedby")).toContain(screen.getByText("For you.").id);
    expect(nameField().hasAttribute("required")).toBe(true);
    expect(screen.getByLabelText(/Secret/).getAttribute("autocomplete")).toBe("new-password");
  });

  it("counts the faults, focuses the first, and removes each when it is fixed", async () => {
    const send = vi.fn();
    const { user } = renderPart(<Sample send={send} />);
    await user.click(sendButton());
    expect(send).not.toHaveBeenCalled();
    expect(screen.getByRole("alert").textContent).toBe("Check 3 fields.");
    await waitFor(() => expect(document.activeElement).toBe(nameField()));
    expect(nameField().getAttribute("aria-describedby")).toBe(
      screen.getAllByText("Fill in this field.")[0]!.id,
    );
    const box = screen.getByRole("checkbox", { name: "I agree" });
    expect(box.getAttribute("aria-describedby")).toBe(screen.getByText("Say yes.").id);
    await expectAccessible();
    await user.type(nameField(), "Ada");
    expect(nameField().getAttribute("aria-invalid")).not.toBe("true");
    await user.click(sendButton());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Secret/)));
    await user.keyboard("hush");
    await user.click(box);
    await user.selectOptions(screen.getByRole("combobox", { name: "Kind" }), "Kind A");
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(sendButton());
    expect(send).toHaveBeenCalledWith({ name: "Ada", kind: "a", note: "", secret: "hush", agreed: true });
  });

  it("shows a refusal of the server above the form with the request id, or at its field", async () => {
    const { user } = renderPart(<Sample send={vi.fn()} />);
    await user.type(nameField(), "Ada");
    await user.type(screen.getByLabelText(/Secret/), "hush");
    await user.click(screen.getByRole("checkbox", { name: "I agree" }));
    await user.click(screen.getByText("Refuse all"));
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toContain("The server is busy.");
    within(alert).getByRole("button", { name: "Copy: Request ID" });
    await waitFor(() => expect(document.activeElement).toBe(alert));
    await user.click(screen.getByText("Refuse the note"));
    const note = screen.getByRole("textbox", { name: "Note" });
    await waitFor(() => expect(document.activeElement).toBe(note));
    expect(note.getAttribute("aria-describedby")).toBe(screen.getByText("Not that.").id);
    await user.keyboard("x");
    expect(screen.queryByText("Not that.")).toBeNull();
  });

  it("is sent once until the answer", async () => {
    const send = vi.fn();
    const { user } = renderPart(<Sample send={send} busy />);
    await user.click(sendButton());
    expect(send).not.toHaveBeenCalled();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows a password only on request", async () => {
    const { user } = renderPart(<Sample send={vi.fn()} />);
    const field = screen.getByLabelText(/Secret/);
    expect(field.getAttribute("type")).toBe("password");
    await user.click(screen.getByRole("button", { name: "Show password" }));
    expect(field.getAttribute("type")).toBe("text");
    await user.click(screen.getByRole("button", { name: "Hide password" }));
    expect(field.getAttribute("type")).toBe("password");
  });
});

/** A drawer over a page can have a field with the same name. */
it("compares each text with the limit of its form", async () => {
  const send = vi.fn<(label: string, name: string) => void>();
  function One({ label, most }: { label: string; most: number }) {
    const form = useForm({ initial: { name: "" } });
    return (
      <Form
        form={form}
        busy={false}
        onSubmit={() => void form.attempt().then((values) => values && send(label, values.name))}
      >
        <TextField label={label} maxLength={most} {...form.text("name")} />
        <button>Send {label}</button>
      </Form>
    );
  }
  const { user } = renderPart(
    <>
      <One label="Long" most={10} />
      <One label="Short" most={3} />
    </>,
  );
  for (const label of ["Long", "Short"]) {
    await user.type(screen.getByRole("textbox", { name: label }), "Chloe");
    await user.click(screen.getByRole("button", { name: `Send ${label}` }));
  }
  await screen.findByText("At most 3 characters.");
  expect(send.mock.calls).toEqual([["Long", "Chloe"]]);
});

interface DrawerProps {
  run?: () => Promise<boolean>;
  busy?: boolean;
  onClose: () => void;
}

function Drawer({ run = () => Promise.resolve(true), busy = false, onClose }: DrawerProps) {
  const form = useForm({ initial: { name: "Ada" } });
  return (
    <EditDrawer title="Person" form={form} save={{ run, busy }} onClose={onClose}>
      <TextField label="Name" {...form.text("name")} />
    </EditDrawer>
  );
}

const question = () => screen.findByRole("alertdialog", { name: "Discard your changes?" });

/** The form asks before typed text is lost. */
describe("EditDrawer", () => {
  it("closes without a question while nothing was changed", async () => {
    const onClose = vi.fn();
    const { user } = renderPart(<Drawer onClose={onClose} />);
    await screen.findByRole("dialog", { name: "Person" });
    await expectAccessible();
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("asks on Escape, and keeps typed text if the reader stays", async () => {
    const onClose = vi.fn();
    const { user } = renderPart(<Drawer onClose={onClose} />);
    const field = await screen.findByRole("textbox", { name: "Name" });
    await user.type(field, " L");
    await user.keyboard("{Escape}");
    const asked = await question();
    await waitFor(() =>
      expect(document.activeElement).toBe(within(asked).getByRole("button", { name: "Keep editing" })),
    );
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    expect((field as HTMLInputElement).value).toBe("Ada L");
  });

  it("asks before another page opens, and the browser asks before the tab closes", async () => {
    const { user, router } = renderPart(<Drawer onClose={vi.fn()} />);
    await user.type(await screen.findByRole("textbox", { name: "Name" }), " L");
    const leaving = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    void router.navigate("/elsewhere");
    await user.click(within(await question()).getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/elsewhere"));
  });

  it("closes when the server accepts, and stays when it refuses", async () => {
    const onClose = vi.fn();
    let taken = false;
    const { user } = renderPart(<Drawer run={() => Promise.resolve(taken)} onClose={onClose} />);
    await user.type(await screen.findByRole("textbox", { name: "Name" }), " L{Enter}");
    expect(onClose).not.toHaveBeenCalled();
    taken = true;
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("neither closes nor sends again before the answer", async () => {
    const onClose = vi.fn();
    const run = vi.fn(() => Promise.resolve(true));
    const { user } = renderPart(<Drawer busy run={run} onClose={onClose} />);
    await user.click(await screen.findByRole("button", { name: "Save" }));
    await user.keyboard("{Escape}");
    expect(run).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("a day", () => {
  it("has a year of four digits, so that further digits are the month", () => {
    renderPart(<DateField label="Last day" defaultValue="2027-01-31" onChange={() => undefined} />);
    expect(screen.getByLabelText("Last day").getAttribute("max")).toBe("9999-12-31");
  });
});
