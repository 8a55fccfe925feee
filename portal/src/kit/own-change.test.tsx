import { queryOptions, useQuery } from "@tanstack/react-query";
import { Power } from "lucide-react";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiFailure } from "../api/failure";
import type { Written } from "../api/write";
import { itemsOfOpenMenu, renderPart } from "../testing/render";
import { DataTable } from "../ui/table/data-table";
import { useTableState } from "../ui/table/use-table-state";
import { currentToasts } from "../ui/toast/toast-store";
import { BulkSwitch } from "./switching/bulk-switch";
import { SwitchDialog } from "./switching/switch-dialog";
import { useAct } from "./use-act";
import { useEdited } from "./use-edited";
import { useListQuery } from "./use-list-query";

interface Row {
  id: string;
  version: number;
  isOn: boolean;
}

type Done = Written<"/api/security/user/set-lang", unknown>;
const done: Done = { path: "/api/security/user/set-lang", data: null };

/** A server whose list takes a while, and which refuses a change to a version that is not the newest. */
function aServer(names: string[], delay: number) {
  const rows = new Map(names.map((id): [string, Row] => [id, { id, version: 1, isOn: true }]));
  const sent: string[] = [];
  /** The version of the first row in each answer of the list. */
  const listed: (number | undefined)[] = [];
  return {
    sent,
    rows,
    listed,
    list: async () => {
      await new Promise((resolve) => setTimeout(resolve, delay));
      listed.push([...rows.values()][0]?.version);
      return { list: [...rows.values()].map((row) => ({ ...row })), total: rows.size };
    },
    change: ({ id, version }: Row, isOn: boolean): Promise<Done> => {
      sent.push(`${id} ${version} ${isOn ? "on" : "off"}`);
      if (rows.get(id)?.version !== version)
        return Promise.reject(new ApiFailure("refused", `Somebody changed ${id}.`));
      rows.set(id, { id, version: version + 1, isOn });
      return Promise.resolve(done);
    },
  };
}

const one = (action: string) => ({
  action,
  question: (name: string) => `${action} ${name}?`,
  consequence: "It follows.",
  done: (name: string) => `${action}: ${name}`,
});
const many = (action: string) => ({
  action: `${action} all`,
  many: () => `${action} them?`,
  manyConsequence: "It follows.",
  manyDone: () => `${action}: done.`,
});

function Things({ from }: { from: ReturnType<typeof aServer> }) {
  const list = useListQuery(useTableState([]), (paging) =>
    queryOptions({ queryKey: ["user", paging], queryFn: from.list }),
  );
  const [open, setOpen] = useState<Row>();
  return (
    <>
      <DataTable
        label="Things"
        columns={[{ key: "name", header: "Name", cell: ({ id, isOn }) => `${id} is ${isOn ? "on" : "off"}` }]}
        rowKey={({ id }) => id}
        rowActions={(row) => [{ key: "switch", label: "Switch", icon: Power, run: () => setOpen(row) }]}
        bulk={(selection) => (
          <BulkSwitch
            selection={selection}
            reread={(row) => Promise.resolve(from.rows.get(row.id) ?? row)}
            rowKey={({ id }) => id}
            rowName={({ id }) => id}
            words={{ on: many("On"), off: many("Off") }}
            call={from.change}
            refresh={["user"]}
          />
        )}
        {...list}
      />
      {open && (
        <SwitchDialog
          name={open.id}
          isOn={open.isOn}
          words={{ on: one("On"), off: one("Off") }}
          call={(on) => from.change(open, on)}
          refresh={["user"]}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

async function things(names: string[], delay = 150) {
  const from = aServer(names, delay);
  const { user, services } = renderPart(<Things from={from} />);
  await screen.findByText(`${names[0]} is on`);
  const gone = () => waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  return {
    from,
    user,
    services,
    /** Switches a row, and is ready as soon as the reader can press the next control. */
    flip: async (name: string, action: string) => {
      await user.click(screen.getByRole("button", { name: `Actions for ${name}` }));
      await itemsOfOpenMenu();
      await user.click(screen.getByRole("menuitem", { name: "Switch" }));
      const question = await screen.findByRole("alertdialog", { name: `${action} ${name}?` });
      await user.click(within(question).getByRole("button", { name: action }));
      await gone();
    },
    tick: (name: string) => user.click(screen.getByRole("checkbox", { name: `Select ${name}` })),
    all: async (action: string) => {
      await user.click(screen.getByRole("button", { name: `${action} all` }));
      const question = await screen.findByRole("alertdialog", { name: `${action} them?` });
      await user.click(within(question).getByRole("button", { name: `${action} all` }));
      return question;
    },
    gone,
  };
}

/** A person's own change causes no conflict. */
describe("the next change after the reader's own", () => {
  it("starts with the version of the first one", async () => {
    const { from, flip } = await things(["Ada", "Ben"], 800);
    await flip("Ada", "Off");
    await flip("Ada", "On");
    expect(from.sent).toEqual(["Ada 1 off", "Ada 2 on"]);
  });

  it("of many accepts rows that were selected before the first", async () => {
    const { from, flip, tick, all, gone } = await things(["Ada", "Ben"]);
    await tick("Ada");
    await flip("Ada", "Off");
    await tick("Ben");
    await all("On");
    await gone();
    expect(from.sent).toEqual(["Ada 1 off", "Ada 2 on", "Ben 1 on"]);
    // And one after many.
    await flip("Ben", "Off");
    await tick("Ben");
    await all("On");
    await gone();
    expect(from.sent.slice(3)).toEqual(["Ben 2 off", "Ben 3 on"]);
  });

  it("of many reads refused rows again before they are retried", async () => {
    const { from, user, tick, all, gone } = await things(["Ada", "Ben"]);
    await tick("Ada");
    await tick("Ben");
    from.rows.set("Ben", { id: "Ben", version: 7, isOn: true });
    const dialog = await all("Off");
    await within(dialog).findByText(/Somebody changed Ben/);
    await user.click(await within(dialog).findByRole("button", { name: "Try the rest again" }));
    await gone();
    expect(from.sent).toEqual(["Ada 1 off", "Ben 1 off", "Ben 7 off"]);
  });

  it("leaves the list visible when the session has ended", async () => {
    const { from, flip } = await things(["Ada"]);
    vi.spyOn(from, "change").mockRejectedValueOnce(new ApiFailure("needLogin", ""));
    await flip("Ada", "Off");
    expect(from.listed).toEqual([1]);
  });

  it.each(["network", "busy"] as const)(
    "starts with the version of the first one even if its answer was lost (%s)",
    async (kind) => {
      const { from, flip } = await things(["Ada"]);
      const change = from.change;
      vi.spyOn(from, "change").mockImplementationOnce(async (row, isOn) => {
        await change(row, isOn);
        throw new ApiFailure(kind, "");
      });
      await flip("Ada", "Off");
      await screen.findByText("Ada is off");
      await flip("Ada", "On");
      expect(from.sent).toEqual(["Ada 1 off", "Ada 2 on"]);
    },
  );

  it("loads nothing behind the form if its answer was lost", async () => {
    const list = vi.fn(() => Promise.resolve({ version: 1 }));
    function Form() {
      const lost = () => Promise.reject<Done>(new ApiFailure("network", ""));
      const { run } = useAct(lost, { done: "", refresh: ["user"], onFailure: () => undefined });
      return <button onClick={() => void run()}>Save</button>;
    }
    function Part() {
      const [isOpen, open] = useState(true);
      const { isStale } = useQuery({ queryKey: ["user", 1], queryFn: list, staleTime: 30_000 });
      return (
        <>
          {isOpen && <Form />}
          <button onClick={() => open(false)}>{isStale ? "Stale" : "Close"}</button>
        </>
      );
    }
    const { user } = renderPart(<Part />);
    await screen.findByText("Close");
    await user.click(screen.getByText("Save"));
    await user.click(await screen.findByText("Stale"));
    expect(list).toHaveBeenCalledTimes(2);
    await screen.findByText("Close");
  });

  it("of many keeps the versions that the question showed, even if others change rows meanwhile", async () => {
    const { from, user, services, tick, gone } = await things(["Ada", "Ben"]);
    await tick("Ada");
    await user.click(screen.getByRole("button", { name: "Off all" }));
    const question = await screen.findByRole("alertdialog", { name: "Off them?" });
    from.rows.set("Ada", { id: "Ada", version: 5, isOn: true });
    await act(() => services.queries.invalidateQueries({ queryKey: ["user"] }));
    expect(from.listed).toEqual([1, 5]);
    await user.click(within(question).getByRole("button", { name: "Off all" }));
    await within(question).findByText(/Somebody changed Ada/);
    await user.click(await within(question).findByRole("button", { name: "Try the rest again" }));
    await gone();
    expect(from.sent).toEqual(["Ada 1 off", "Ada 5 off"]);
  });

  it("after a refusal starts with the other person's version", async () => {
    const { from, flip } = await things(["Ada"]);
    from.rows.set("Ada", { id: "Ada", version: 5, isOn: true });
    await flip("Ada", "Off");
    await waitFor(() => expect(from.listed).toEqual([1, 5]));
    await flip("Ada", "Off");
    expect(from.sent).toEqual(["Ada 1 off", "Ada 5 off"]);
  });
});

describe("a form", () => {
  interface Base {
    version: number;
    name: string;
  }
  function Edited({ asked }: { asked: () => Promise<Base> }) {
    const query = queryOptions<Base>({ queryKey: ["user", 1], queryFn: asked });
    const { base } = useEdited(query, {
      valuesOf: ({ name }) => ({ name }),
      nothing: { name: "" },
      rules: () => ({}),
    });
    return base ? `version ${base.version}` : "waiting";
  }

  it("starts with a fresh answer of the server, not with an older cached one", async () => {
    let answer: (base: Base) => void = () => undefined;
    const asked = () => new Promise<Base>((resolve) => (answer = resolve));
    function Part() {
      const [isOpen, open] = useState(false);
      useQuery({ queryKey: ["user", 1], queryFn: () => Promise.resolve({ version: 1, name: "Ada" }) });
      return isOpen ? <Edited asked={asked} /> : <button onClick={() => open(true)}>Edit</button>;
    }
    const { user, services } = renderPart(<Part />);
    await waitFor(() => expect(services.queries.getQueryData(["user", 1])).toBeTruthy());
    await user.click(screen.getByText("Edit"));
    screen.getByText("waiting");
    answer({ version: 2, name: "Ada" });
    await screen.findByText("version 2");
  });
});

describe("a list that does not answer", () => {
  afterEach(() => void vi.useRealTimers());

  it("delays a change by at most three seconds", async () => {
    const never = vi.fn(() => new Promise<never>(() => undefined));
    function Part() {
      useQuery({ queryKey: ["user", 1], queryFn: never });
      const { run, busy } = useAct(() => Promise.resolve(done), { done: "It is done.", refresh: ["user"] });
      return <button onClick={() => void run()}>{busy ? "busy" : "free"}</button>;
    }
    vi.useFakeTimers();
    renderPart(<Part />);
    fireEvent.click(screen.getByText("free"));
    await act(() => vi.advanceTimersByTimeAsync(2_900));
    screen.getByText("busy");
    await act(() => vi.advanceTimersByTimeAsync(200));
    screen.getByText("free");
    expect(currentToasts().map(({ text }) => text)).toContain("It is done.");
  });
});
