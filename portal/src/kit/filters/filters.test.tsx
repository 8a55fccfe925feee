import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ApiFailure } from "../../api/failure";
import { expectAccessible, renderPart } from "../../testing/render";
import { useTableState } from "../../ui/table/use-table-state";
import { FilterBar, filterNames, type Filter } from "./filter-bar";

declare module "../../api/kept" {
  interface Kept {
    agencies: true;
  }
}

const agencies = [
  { value: "7", label: "Northlight" },
  { value: "8", label: "Southlight", hint: "closed" },
];
const search = vi.fn((text: string) =>
  Promise.resolve(agencies.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))),
);
const filters: Filter[] = [
  { kind: "text", name: "context", label: "Name or email" },
  {
    kind: "select",
    name: "status",
    label: "Status",
    options: [
      { value: "0", label: "Enabled" },
      { value: "2", label: "Disabled" },
    ],
  },
  {
    kind: "search",
    name: "agencyId",
    label: "Agency",
    source: {
      key: ["agencies"],
      search: (text) => search(text),
      find: (value) => Promise.resolve(agencies.find((one) => one.value === value)),
    },
  },
  { kind: "days", name: "from", until: "until", label: "Added" },
];

function Bar() {
  const control = useTableState(filterNames(filters));
  return <FilterBar control={control} filters={filters} />;
}

const chip = (name: string) => screen.queryByRole("button", { name: `Remove the filter ${name}` });
const agency = () => screen.findByRole("combobox", { name: "Agency" });

/** jsdom counts as a narrow screen, where the filters are folded. */
async function unfolded(address = "/") {
  const view = renderPart(<Bar />, address);
  const fold = screen.getByRole("button", { name: "Filters", expanded: false });
  await view.user.click(fold);
  expect(fold.getAttribute("aria-expanded")).toBe("true");
  await agency();
  return view;
}

/** On a phone its field is folded, and rows are missing. */
it("says on the folded filters what leaves rows out without being chosen", async () => {
  const options = [{ value: "all", label: "All" }];
  const [label, any] = ["State", "Pending"];
  function Queue() {
    const queue = [{ kind: "select", name: "state", label, options, any }] as const;
    return <FilterBar control={useTableState(filterNames(queue))} filters={queue} />;
  }
  const { user } = renderPart(<Queue />);
  await user.click(screen.getByRole("button", { name: "Filters (State: Pending)" }));
  await user.selectOptions(screen.getByRole("combobox", { name: label }), "All");
  await screen.findByRole("button", { name: "Filters" });
});

/** The filters are in the address, so a link, a reload and the back button show the same rows. */
describe("FilterBar", () => {
  it("puts each filter into the address, goes back to page 1, and shows a chip that removes the filter", async () => {
    const { user, router } = await unfolded("/?page=4&sort=-name");
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Disabled");
    expect(router.state.location.search).toBe("?sort=-name&status=2");
    // Each digit of the year makes another day; only the last one counts.
    for (const year of ["0002", "0020", "0202", "2026"]) {
      fireEvent.change(screen.getByLabelText("Added: from"), { target: { value: `${year}-01-31` } });
    }
    expect(router.state.location.search).toBe("?sort=-name&status=2");
    await waitFor(() => expect(router.state.location.search).toBe("?sort=-name&status=2&from=2026-01-31"));
    await waitFor(() => expect(chip("Added: from: 31 Jan 2026")).toBeTruthy());
    expect(screen.getByLabelText("Added: until").getAttribute("min")).toBe("2026-01-31");
    await expectAccessible();
    await user.click(chip("Status: Disabled")!);
    expect(router.state.location.search).toBe("?sort=-name&from=2026-01-31");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("searchbox")));
    await user.click(screen.getByRole("button", { name: "Clear all filters" }));
    expect(router.state.location.search).toBe("?sort=-name");
  });

  it("uses a text when the typing stops, as one step of the back button", async () => {
    const { user, router } = renderPart(<Bar />);
    const box = screen.getByRole("searchbox", { name: "Name or email" });
    // Both letters at once: no timer can run between them and the next line.
    fireEvent.change(box, { target: { value: "d" } });
    fireEvent.change(box, { target: { value: "da" } });
    expect(router.state.location.search).toBe("");
    await waitFor(() => expect(router.state.location.search).toBe("?context=da"));
    await user.type(box, "n{Enter}");
    await waitFor(() => expect(router.state.location.search).toBe("?context=dan"));
    await act(() => router.navigate(-1));
    await waitFor(() => expect((box as HTMLInputElement).value).toBe(""));
    expect(router.state.location.search).toBe("");
  });

  it("sends nothing for one letter, and says so; one Chinese character is enough", async () => {
    const { user, router } = renderPart(<Bar />);
    const box = screen.getByRole("searchbox", { name: "Name or email" });
    const hint = "Two letters or more, or one Chinese character";
    await user.type(box, "a{Enter}");
    await waitFor(() => expect(screen.getByText(hint)).toBeTruthy());
    fireEvent.blur(box);
    expect(router.state.location.search).toBe("");
    await user.type(box, "n{Enter}");
    expect(screen.queryByText(hint)).toBeNull();
    expect(router.state.location.search).toBe("?context=an");
    await user.clear(box);
    await user.type(box, "王{Enter}");
    await waitFor(() => expect(router.state.location.search).toBe(`?context=${encodeURIComponent("王")}`));
    search.mockClear();
    await user.click(screen.getByRole("button", { name: "Filters" }));
    await user.type(await agency(), "n");
    await waitFor(() => expect(screen.getAllByText(hint).length).toBeGreaterThan(0));
    expect(search.mock.calls.map(([text]) => text)).not.toContain("n");
  });

  it("sends nothing and handles no key while an input method composes", async () => {
    const { router } = await unfolded();
    const box = screen.getByRole<HTMLInputElement>("searchbox", { name: "Name or email" });
    const choice = (await agency()) as HTMLInputElement;
    for (const input of [box, choice]) {
      search.mockClear();
      fireEvent.compositionStart(input);
      fireEvent.input(input, { target: { value: "wang" }, isComposing: true });
      fireEvent.keyDown(input, { key: "Enter", isComposing: true });
      fireEvent.keyDown(input, { key: "Enter", keyCode: 229 });
      await new Promise((later) => setTimeout(later, 700));
      expect(input.value).toBe("wang");
      expect(router.state.location.search).toBe("");
      expect(search.mock.calls.map(([text]) => text)).not.toContain("wang");
      fireEvent.input(input, { target: { value: "王" }, isComposing: true });
      fireEvent.compositionEnd(input, { data: "王" });
      if (input === box) {
        await waitFor(() => expect(router.state.location.search).toContain(encodeURIComponent("王")));
        await act(() => router.navigate("/"));
      } else {
        await waitFor(() => expect(search).toHaveBeenCalledWith("王"));
      }
    }
  });

  it("searches choices at the server, says how many there are, and names the chosen one in the chip", async () => {
    const { user, router } = await unfolded();
    await user.click(await agency());
    await user.paste("south");
    const option = await screen.findByRole("option", { name: /Southlight/ });
    await waitFor(() => expect(screen.getByText("1 choice")).toBeTruthy());
    expect(option.textContent).toContain("closed");
    await expectAccessible();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(router.state.location.search).toBe("?agencyId=8"));
    await waitFor(() => expect(chip("Agency: Southlight")).toBeTruthy());
    await user.click(screen.getByRole("button", { name: "Clear Agency" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("requests the name of an id in the address", async () => {
    await unfolded("/?agencyId=7");
    await waitFor(() => expect(chip("Agency: Northlight")).toBeTruthy());
    await waitFor(async () => expect(((await agency()) as HTMLInputElement).value).toBe("Northlight"));
  });

  it("says that nothing was found or that the search failed, with a button to try again", async () => {
    const { user } = await unfolded();
    await user.type(await agency(), "zzz");
    await waitFor(() => expect(screen.getAllByText("Nothing found").length).toBeGreaterThan(0));
    search.mockRejectedValueOnce(new ApiFailure("busy", ""));
    await user.type(await agency(), "z");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The server is busy.");
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });
});
