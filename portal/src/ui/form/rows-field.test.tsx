import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { expectAccessible, renderPart } from "../../testing/render";
import { Form } from "./form";
import { RowsField } from "./rows-field";
import { TextField } from "./text-field";
import { useForm } from "./use-form";

const initial = {
  name: "Wiki",
  links: [
    { name: "Start", url: "https://a.example" },
    { name: "Help", url: "https://b.example" },
  ],
};

function Sample({ send }: { send: (values: typeof initial) => void }) {
  const form = useForm({
    initial,
    required: ["name", "links.*.url"],
    check: ({ links }) => (links.length === 0 ? { links: "Name at least one link." } : {}),
  });
  return (
    <Form
      form={form}
      busy={false}
      onSubmit={() => void form.attempt().then((values) => values && send(values))}
    >
      <TextField label="Name" {...form.text("name")} maxLength={20} counted />
      <RowsField
        form={form}
        name="links"
        label="Links"
        rowName={(index) => `link ${index + 1}`}
        blank={{ name: "", url: "" }}
        max={3}
      >
        {(index) => (
          <>
            <TextField label="Title" {...form.text(`links.${index}.name`)} />
            <TextField label="Address" {...form.text(`links.${index}.url`)} />
          </>
        )}
      </RowsField>
      <button type="submit">Send</button>
      <output>{form.dirty ? "changed" : "as it was"}</output>
      <button
        type="button"
        onClick={() => form.refuse({ faults: { "links.1.url": "Not reachable.", elsewhere: "Odd." } })}
      >
        Refuse
      </button>
    </Form>
  );
}

const addresses = () =>
  screen.getAllByRole<HTMLInputElement>("textbox", { name: /Address/ }).map(({ value }) => value);

describe("a list inside a form", () => {
  it("adds, orders and removes rows by keyboard, and says so", async () => {
    const send = vi.fn();
    const { user } = renderPart(<Sample send={send} />);
    await expectAccessible();
    screen.getByRole("group", { name: "Links" });
    expect(screen.getByText("as it was")).toBeTruthy();
    screen.getByRole("button", { name: "Move link 2 up" }).focus();
    await user.keyboard("{Enter}");
    expect(addresses()).toEqual(["https://b.example", "https://a.example"]);
    expect(screen.getByText("link 2 is now number 1 of 2.")).toBeTruthy();
    expect(screen.getByText("changed")).toBeTruthy();
    screen.getAllByRole("textbox", { name: /Title/ })[0]!.focus();
    await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
    expect(addresses()).toEqual(["https://a.example", "https://b.example"]);
    await waitFor(() => expect(screen.getByText("as it was")).toBeTruthy());
    await user.click(screen.getByRole("button", { name: "Add" }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getAllByRole("textbox", { name: /Title/ })[2]),
    );
    expect(screen.getByRole("button", { name: "Add" }).hasAttribute("disabled")).toBe(true);
    await user.click(screen.getByRole("button", { name: "Remove link 3" }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove link 2" })),
    );
    await user.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(send).toHaveBeenCalledWith(initial));
  });

  it("shows a row's fault in the row, and a fault of the whole list below it", async () => {
    const send = vi.fn();
    const { user } = renderPart(<Sample send={send} />);
    await user.click(screen.getByRole("button", { name: "Add" }));
    await user.click(screen.getByRole("button", { name: "Send" }));
    const third = (await screen.findAllByRole("listitem"))[2]!;
    await within(third).findByText("Fill in this field.");
    const field = within(third).getByRole("textbox", { name: /Address/ });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Remove link 3" }));
    await user.click(screen.getByRole("button", { name: "Remove link 2" }));
    await user.click(screen.getByRole("button", { name: "Remove link 1" }));
    await user.click(screen.getByRole("button", { name: "Send" }));
    await screen.findByText("Name at least one link.");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add" })));
    expect(send).not.toHaveBeenCalled();
  });

  it("shows a refused row at the row, and other refusals above the form", async () => {
    const { user } = renderPart(<Sample send={vi.fn()} />);
    await user.click(screen.getByRole("button", { name: "Refuse" }));
    const second = screen.getAllByRole("listitem")[1]!;
    await within(second).findByText("Not reachable.");
    expect(screen.getByRole("alert").textContent).toBe("Odd.");
    await waitFor(() =>
      expect(document.activeElement).toBe(within(second).getByRole("textbox", { name: /Address/ })),
    );
  });

  it("counts characters near the limit", async () => {
    const { user } = renderPart(<Sample send={vi.fn()} />);
    await screen.findByText("4 / 20");
    await user.type(screen.getByRole("textbox", { name: /Name/ }), "s");
    expect(screen.getByText("5 of 20 characters used")).toBeTruthy();
  });

  // V-35, decision 0056: a browser's maxLength would stop after the second family.
  it("counts characters as people do, and refuses one too many before sending", async () => {
    const send = vi.fn();
    const { user } = renderPart(<Sample send={send} />);
    const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}";
    const name = screen.getByRole<HTMLInputElement>("textbox", { name: /Name/ });
    await user.clear(name);
    await user.click(name);
    await user.paste(family.repeat(21));
    expect(screen.getByText("21 of 20 characters used")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Send" }));
    await screen.findByText("At most 20 characters.");
    expect(send).not.toHaveBeenCalled();
    await user.clear(name);
    await user.click(name);
    await user.paste(family.repeat(20));
    await user.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(send).toHaveBeenCalledWith({ ...initial, name: family.repeat(20) }));
  });
});
