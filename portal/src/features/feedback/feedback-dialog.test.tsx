import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { loadTexts } from "../../i18n/i18n";
import { aProduct } from "../../testing/factories";
import { fakeFeedback } from "../../testing/fake-feedback";
import { expectAccessible, renderPart } from "../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../testing/server";
import { ToastRegion } from "../../ui/toast/toast-region";
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
  const view = renderPart(
    <>
      <FeedbackHost />
      <ToastRegion />
    </>,
    address,
  );
  const dialog = await screen.findByRole("dialog", { name: "Your feedback" });
  return { ...view, dialog: within(dialog), element: dialog };
}

type Open = Awaited<ReturnType<typeof open>>;

async function send(user: Open["user"], dialog: Open["dialog"]) {
  await user.click(dialog.getByRole("button", { name: "Send feedback" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Send this feedback?" }));
  await user.click(question.getByRole("button", { name: "Send feedback" }));
}

const PICTURE = new File(["x"], "screen.png", { type: "image/png" });

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
    await screen.findByText("Your feedback has arrived. You find the answer under My feedback.");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(router.state.location.search).toBe("");
  });

  it("has the product that the address names", async () => {
    server.use(
      answers("get", "/api/security/app/v2/list-info", ({ query }) =>
        success({
          ...aProduct({ id: Number(query.appId), name: "Media planner" }),
          ...{ featuresBenefits: [], snapshots: [], files: [], grantedBy: [], groups: [] },
        }),
      ),
    );
    const { user, dialog } = await open("/?feedback=7");
    const product = dialog.getByRole<HTMLInputElement>("combobox", { name: /Product/ });
    await waitFor(() => expect(product.value).toBe("Media planner"));
    await user.selectOptions(dialog.getByRole("combobox", { name: /Category/ }), "Bug");
    await user.type(dialog.getByRole("textbox", { name: /Content/ }), "It stops.");
    await send(user, dialog);
    await waitFor(() => expect(sent[0]?.[1]).toMatchObject({ projectId: 7 }));
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
    paste(PICTURE);
    expect(await dialog.findByRole("button", { name: "Remove picture 1" })).toBeTruthy();
  });

  it("takes pictures by a button and by drop, up to three, and sends the names of those that stay", async () => {
    let uploads = 0;
    server.use(
      answers("post", "/api/security/user/feedback/picture", () =>
        success({ name: `p${(uploads += 1)}.png` }),
      ),
    );
    const { user, dialog } = await open();
    const place = dialog.getByRole("group", { name: "Pictures" });
    const there = (number: number) => dialog.findByRole("button", { name: `Remove picture ${number}` });
    const button = dialog.getByRole("button", { name: "Add picture" });
    const chooser = place.querySelector<HTMLInputElement>("input[type=file]")!;
    let asks = 0;
    chooser.addEventListener("click", () => (asks += 1));
    await user.click(button);
    expect([asks, chooser.accept]).toEqual([1, "image/png,image/jpeg"]);
    await user.upload(chooser, PICTURE);
    await there(1);
    // The policy of the portal blocks pictures of `blob:` addresses.
    const shown = dialog.getByRole<HTMLImageElement>("img", { name: "Picture 1" });
    expect(shown.src).toBe(`data:image/png;base64,${btoa("x")}`);
    for (const number of [2, 3]) {
      fireEvent.drop(dialog.getByText(/^Up to three pictures/), { dataTransfer: { files: [PICTURE] } });
      await there(number);
    }
    expect(dialog.queryByRole("button", { name: "Add picture" })).toBeNull();
    fireEvent.paste(place, { clipboardData: { files: [PICTURE] } });
    await dialog.findByText("You can add up to three pictures.");
    await user.click(await there(2));
    await waitFor(() => expect(dialog.queryByRole("button", { name: "Remove picture 3" })).toBeNull());
    await user.selectOptions(dialog.getByRole("combobox", { name: /Category/ }), "Bug");
    await user.type(dialog.getByRole("textbox", { name: /Content/ }), "See the pictures.");
    await send(user, dialog);
    await waitFor(() => expect(sent[0]?.[1]).toMatchObject({ pictures: ["p1.png", "p3.png"] }));
  });

  /** A bomb is refused by the server, which alone looks into the file. */
  it("shows why the server refuses a picture, and keeps what is written", async () => {
    const msg = "The picture has too many pixels. Make it smaller.";
    server.use(
      answers("post", "/api/security/user/feedback/picture", () => refusal(100012, msg, { field: "file" })),
    );
    const { user, dialog } = await open();
    await user.type(dialog.getByRole("textbox", { name: /Content/ }), "See the picture.");
    fireEvent.paste(dialog.getByRole("textbox", { name: /Content/ }), {
      clipboardData: { files: [PICTURE] },
    });
    await waitFor(() => expect(dialog.getAllByRole("alert").map((one) => one.textContent)).toContain(msg));
    expect(dialog.queryByRole("button", { name: "Remove picture 1" })).toBeNull();
    expect(dialog.getByRole<HTMLTextAreaElement>("textbox", { name: /Content/ }).value).toBe(
      "See the picture.",
    );
  });
});
