import { onlineManager, queryOptions, useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ApiFailure } from "../api/failure";
import type { Written } from "../api/write";
import { renderPart } from "../testing/render";
import { Form } from "../ui/form/form";
import { TextField } from "../ui/form/text-field";
import { useForm } from "../ui/form/use-form";
import { DataTable } from "../ui/table/data-table";
import { useTableState } from "../ui/table/use-table-state";
import { currentToasts, dismissToast } from "../ui/toast/toast-store";
import { useListQuery, type ListPage, type Paging } from "./use-list-query";
import { useSave } from "./use-save";

interface SavingProps {
  call: () => Promise<Written<"/api/security/user/set-lang", unknown>>;
  asked: () => string;
}

function Saving({ call, asked }: SavingProps) {
  const form = useForm({ initial: { email: "" }, required: ["email"] });
  const save = useSave(form, {
    call,
    done: "It is kept.",
    refresh: ["user"],
    fieldOf: ({ status }) => (status === 100011 ? "email" : undefined),
  });
  useQuery({ queryKey: ["user", 1], queryFn: asked });
  return (
    <Form form={form} busy={save.busy} onSubmit={() => void save.run()}>
      <TextField label="Email" {...form.text("email")} />
    </Form>
  );
}

describe("useSave", () => {
  /** G-71: the server sends no words with a success, so the page has its own. */
  it("says so and requests the lists again when it is done", async () => {
    const asked = vi.fn(() => "rows");
    const { user } = renderPart(
      <Saving
        call={() => Promise.resolve({ path: "/api/security/user/set-lang", data: null })}
        asked={asked}
      />,
    );
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    await user.type(screen.getByRole("textbox"), "ada@demo.test{Enter}");
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
    const toast = currentToasts().find(({ text }) => text === "It is kept.");
    dismissToast(toast!.id);
  });

  it.each([
    [
      "the field that the server names",
      new ApiFailure("refused", "Not this.", {
        status: 100012,
        faults: [{ field: "email", msg: "Not this." }],
      }),
    ],
    [
      "the field that the screen knows by the status",
      new ApiFailure("refused", "Not this.", { status: 100011 }),
    ],
  ])("puts a refusal at %s", async (_case, failure) => {
    const { user } = renderPart(<Saving call={() => Promise.reject(failure)} asked={() => "rows"} />);
    await user.type(screen.getByRole("textbox"), "ada@demo.test{Enter}");
    await screen.findByText("Not this.");
    expect(screen.getByRole("textbox").getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows any other failure above the form, in words, with the request id", async () => {
    const failure = new ApiFailure("busy", "", { status: 999999, requestId: "r-2" });
    const { user } = renderPart(<Saving call={() => Promise.reject(failure)} asked={() => "rows"} />);
    await user.type(screen.getByRole("textbox"), "ada@demo.test{Enter}");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The server is busy.");
    expect(alert.textContent).toContain("r-2");
  });

  it("sends nothing while the form has faults", async () => {
    const call = vi.fn();
    const { user } = renderPart(<Saving call={call} asked={() => "rows"} />);
    await user.type(screen.getByRole("textbox"), "{Enter}");
    expect(call).not.toHaveBeenCalled();
  });
});

function People({ answer }: { answer: (paging: Paging) => Promise<ListPage<{ name: string }>> }) {
  const list = useListQuery(useTableState(["agency"]), (paging) =>
    queryOptions({ queryKey: ["user", paging], queryFn: () => answer(paging) }),
  );
  return (
    <DataTable
      label="People"
      columns={[{ key: "name", header: "Name", cell: ({ name }) => name }]}
      rowKey={({ name }) => name}
      {...list}
    />
  );
}

describe("useListQuery", () => {
  it("requests the page of the address, and keeps the rows visible until the next ones arrive", async () => {
    const answer = vi.fn(({ pageNum }: Paging) =>
      pageNum === 1
        ? Promise.resolve({ list: [{ name: "Ada" }], total: 21 })
        : new Promise<never>(() => undefined),
    );
    const { user } = renderPart(<People answer={answer} />, "/?agency=7");
    await screen.findByText("Ada");
    expect(answer).toHaveBeenCalledWith({ pageNum: 1, pageSize: 20, filters: { agency: "7" } });
    await user.click(screen.getByRole("button", { name: "Next page" }));
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(2));
    expect(screen.getByText("Ada")).toBeTruthy();
  });

  it("keeps the page in the address if the next one cannot load without a connection, and says so", async () => {
    const answer = ({ pageNum }: Paging) =>
      pageNum === 1
        ? Promise.resolve({ list: [{ name: "Ada" }], total: 21 })
        : Promise.reject(new ApiFailure("network", ""));
    const { user, router } = renderPart(<People answer={answer} />, "/?agency=7");
    await screen.findByText("Ada");
    onlineManager.setOnline(false);
    try {
      await user.click(screen.getByRole("button", { name: "Next page" }));
      await waitFor(() =>
        expect(currentToasts().map(({ text }) => text)).toEqual([
          "The server can’t be reached. Check your connection.",
        ]),
      );
      expect(router.state.location.search).toBe("?agency=7");
      expect(screen.getByText("Ada")).toBeTruthy();
    } finally {
      onlineManager.setOnline(true);
    }
  });

  it("explains the failure and tries again", async () => {
    let broken = true;
    const answer = () =>
      broken
        ? Promise.reject(new ApiFailure("network", ""))
        : Promise.resolve({ list: [{ name: "Ada" }], total: 1 });
    const { user } = renderPart(<People answer={answer} />);
    await screen.findByText("The server can’t be reached. Check your connection.");
    broken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Ada");
  });
});
