import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { loadTexts } from "../../i18n/i18n";
import { fakeFeedback } from "../../testing/fake-feedback";
import { expectAccessible, renderPart } from "../../testing/render";
import { answers, handlerOf, server, success } from "../../testing/server";
import { forgetDraft } from "./draft";
import FeedbackHost from "./feedback-host";

let sent: ReturnType<typeof fakeFeedback>["sent"];

beforeEach(async () => {
  forgetDraft();
  const fake = fakeFeedback();
  sent = fake.sent;
  server.use(
    ...fake.mocks.map(handlerOf),
    answers("get", "/api/security/admin/app/option-list", () =>
      success([{ projectId: 7, projectName: "Media planner", appName: "MEDIAPLAN" }]),
    ),
  );
  await loadTexts(["feedback", "form", "list"]);
});

async function open(address = "/?feedback=0") {
  const view = renderPart(<FeedbackHost />, address);
  const dialog = await screen.findByRole("dialog", { name: "Your feedback" });
  return { ...view, dialog: within(dialog), element: dialog };
}

/** D-14, E-25, V-20, T-50, C-014, G-61, D-26. */
describe("the form for feedback", () => {
  it("says which boxes are empty", async () => {
    const { user, dialog, element } = await open("/?feedback=");
    await expectAccessible(element);
    await user.click(dialog.getByRole("button", { name: "Send feedback" }));
    expect(await dialog.findAllByText("Please input valid format")).toHaveLength(3);
    expect(sent).toEqual([]);
  });

  it("asks before it sends, and closes", async () => {
    const { user, dialog, router } = await open();
    const options = within(dialog.getByRole("combobox", { name: /Category/ })).getAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "",
      "Funtional Requirements",
      "Exterior Interface",
      "Bug",
      "System Fluency",
    ]);
    await user.selectOptions(dialog.getByRole("combobox", { name: /Category/ }), "Bug");
    await user.type(dialog.getByRole("textbox", { name: /Content/ }), "The plan stops.");
    await user.click(dialog.getByRole("button", { name: "Send feedback" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Send this feedback?" }));
    expect(sent).toEqual([]);
    await user.click(question.getByRole("button", { name: "Send feedback" }));
    const body = { projectId: 0, categoryId: 3, feedback: "The plan stops.", pictures: [] };
    await waitFor(() => expect(sent).toEqual([["submit", body]]));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(router.state.location.search).toBe("");
  });

  it("keeps what was written when it is closed by accident", async () => {
    const first = await open();
    await first.user.type(first.dialog.getByRole("textbox", { name: /Content/ }), "Half a thought");
    await first.user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    first.unmount();
    const { dialog } = await open("/?feedback=0");
    expect(dialog.getByRole<HTMLTextAreaElement>("textbox", { name: /Content/ }).value).toBe(
      "Half a thought",
    );
  });

  it("takes a picture by paste, and no other file", async () => {
    const { dialog } = await open();
    const box = dialog.getByRole("textbox", { name: /Content/ });
    const paste = (file: File) => fireEvent.paste(box, { clipboardData: { files: [file] } });
    paste(new File(["x"], "notes.txt", { type: "text/plain" }));
    expect(await dialog.findByText(/“notes.txt” isn’t a JPG or PNG/)).toBeTruthy();
    paste(new File(["x"], "screen.png", { type: "image/png" }));
    expect(await dialog.findByRole("button", { name: "Remove picture 1" })).toBeTruthy();
  });
});
