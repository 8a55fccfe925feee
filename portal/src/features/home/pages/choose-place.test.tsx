import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { chooseLanguage } from "../../../i18n/i18n";
import { aHome, aNotice, aUser } from "../../../testing/factories";
import { anAgency, fakeBelonging, twentyAgencies } from "../../../testing/fake-belonging";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

let sent: unknown[];

beforeEach(() => {
  const fake = fakeBelonging();
  sent = fake.sent;
  server.use(
    answers("get", "/api/security/home", () => success(aHome())),
    ...fake.mocks.map(handlerOf),
  );
});

async function home(user: Partial<ReturnType<typeof aUser>> = {}) {
  server.use(answers("post", "/api/security/user/info", () => success(aUser(user))));
  const view = renderPortal("/", routes);
  await screen.findByRole("heading", { level: 1, name: "Welcome, Dan Member" });
  return view;
}

async function choose(what: "Change agency" | "Change brand", user: Partial<ReturnType<typeof aUser>> = {}) {
  const view = await home(user);
  await view.user.click(screen.getByRole("button", { name: /^Agency and client:/ }));
  await view.user.click(screen.getByRole("button", { name: what }));
  return view;
}

/** D-09, G-31, G-32, K-40, V-22, T-49. */
describe("the agency picker", () => {
  it("shows twenty logos and saves only after its question", async () => {
    const { user } = await choose("Change agency");
    const dialog = await screen.findByRole("dialog", { name: "Choose your agency" });
    expect(await within(dialog).findAllByRole("radio")).toHaveLength(20);
    await expectAccessible();
    await user.click(within(dialog).getByRole("radio", { name: "Eastgate" }));
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    const question = await screen.findByRole("alertdialog", { name: "are you sure to choose this agency?" });
    within(question).getByText("Eastgate");
    expect(sent).toEqual([]);
    await expectAccessible();
    await user.click(within(question).getByRole("button", { name: "Confirm" }));
    await screen.findByText("success");
    expect(sent).toEqual([{ agencyId: "a-3" }]);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  it("requires a choice, in the reader's language (X-19)", async () => {
    const { user } = await choose("Change agency");
    await screen.findByRole("dialog", { name: "Choose your agency" });
    await chooseLanguage("zh-cn");
    const dialog = await screen.findByRole("dialog", { name: "选择代理公司" });
    await within(dialog).findAllByRole("radio");
    await user.click(within(dialog).getByRole("button", { name: "保存" }));
    expect((await within(dialog).findByRole("alert")).textContent).toBe("请选择");
  });

  it("leads back from its question, and says which choice needs an approval", async () => {
    const marked = [
      anAgency("a-1", "Northlight", { selected: true }),
      anAgency("a-2", "蓝岸广告", { needsApproval: true }),
      anAgency("a-3", "Eastgate", { needsApproval: true, requested: true }),
    ];
    server.use(answers("get", "/api/security/user/acc-user/agency-select", () => success(marked)));
    const { user } = await choose("Change agency");
    const dialog = await screen.findByRole("dialog", { name: "Choose your agency" });
    const waiting = await within(dialog).findByRole("radio", { name: /Eastgate/ });
    expect(waiting).toHaveProperty("checked", true);
    within(dialog).getByText("waiting for approval");
    within(dialog).getByText("yours");
    await user.click(within(dialog).getByRole("radio", { name: /蓝岸广告/ }));
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    const question = await screen.findByRole("alertdialog");
    within(question).getByText(/An administrator has to approve the change/);
    await user.click(within(question).getByRole("button", { name: "Back" }));
    const again = await screen.findByRole("dialog", { name: "Choose your agency" });
    expect(within(again).getByRole("radio", { name: /蓝岸广告/ })).toHaveProperty("checked", true);
    await user.click(within(again).getByRole("button", { name: "Save" }));
    await user.click(await screen.findByRole("button", { name: "Confirm" }));
    await screen.findByText("You asked for 蓝岸广告. An administrator decides.");
  });

  it("begins at the chosen agency, also if the agencies come late", async () => {
    server.use(
      answers("get", "/api/security/user/acc-user/agency-select", async () => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        return success([anAgency("a-1", "Northlight", { selected: true }), anAgency("a-2", "Eastgate")]);
      }),
    );
    await choose("Change agency");
    const dialog = await screen.findByRole("dialog", { name: "Choose your agency" });
    const own = await within(dialog).findByRole("radio", { name: /Northlight/ });
    await waitFor(() => expect(document.activeElement).toBe(own));
  });

  it("says before which agency the person has asked for", async () => {
    const asked = [
      anAgency("a-1", "Northlight", { selected: true }),
      anAgency("a-2", "Eastgate", { requested: true }),
    ];
    server.use(answers("get", "/api/security/user/acc-user/agency-select", () => success(asked)));
    const { user } = await home();
    await user.click(screen.getByRole("button", { name: /^Agency and client:/ }));
    await screen.findByText("You asked for Eastgate. An administrator decides.");
  });

  it("says before why the agency that the person asked for was refused", async () => {
    const refused = [
      anAgency("a-1", "Northlight", { selected: true }),
      anAgency("a-2", "Eastgate", { needsApproval: true, refusal: "It is not your client." }),
    ];
    server.use(answers("get", "/api/security/user/acc-user/agency-select", () => success(refused)));
    const { user } = await home();
    await user.click(screen.getByRole("button", { name: /^Agency and client:/ }));
    await screen.findByText("An administrator refused your change to Eastgate: It is not your client.");
  });

  /** G-20: the hint about groups waits until this question is answered. */
  it("opens automatically for a person without an agency, once for each visit, before any hint", async () => {
    const HINT = "Please enter Group Manager to select your group";
    server.use(
      answers("get", "/api/security/user/user-group/notify", () => success(aNotice({ isFirstLogin: true }))),
      answers("get", "/api/security/home", () => success(aHome({ notice: aNotice({ isFirstLogin: true }) }))),
    );
    const { user } = await home({ agencyId: "", agencyName: "" });
    const dialog = await screen.findByRole("dialog", { name: "Which agency do you belong to?" });
    // The focus is on no agency, so none looks chosen.
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole("group")));
    await screen.findByRole("link", { name: "Requests", hidden: true });
    expect(screen.queryByText(HINT)).toBeNull();
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await screen.findByText(HINT);
  });

  it("is searched when there are more than twenty", async () => {
    const many = [...twentyAgencies, anAgency("a-21", "Riverbend")];
    server.use(answers("get", "/api/security/user/acc-user/agency-select", () => success(many)));
    const { user } = await home({ agencyId: "", agencyName: "" });
    const dialog = await screen.findByRole("dialog", { name: "Which agency do you belong to?" });
    const search = within(dialog).getByRole("searchbox", { name: "Find an agency" });
    await waitFor(() => expect(document.activeElement).toBe(search));
    await user.keyboard("RIVER");
    expect(within(dialog).getAllByRole("radio")).toHaveLength(1);
    await expectAccessible();
    await user.keyboard("x");
    await within(dialog).findByText("No agency has “RIVERx” in its name.");
  });

  it("does not open for a person without an agency if there is no agency to choose", async () => {
    server.use(answers("get", "/api/security/user/acc-user/agency-select", () => success([])));
    await home({ agencyId: "", agencyName: "" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("stays open when the server refuses", async () => {
    server.use(
      answers("post", "/api/security/user/assign-agency", () => refusal(100012, "It is closed now.")),
    );
    const { user } = await choose("Change agency");
    const dialog = await screen.findByRole("dialog", { name: "Choose your agency" });
    await user.click(await within(dialog).findByRole("radio", { name: "Eastgate" }));
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    await user.click(await screen.findByRole("button", { name: "Confirm" }));
    await screen.findByText("It is closed now.");
    screen.getByRole("alertdialog");
  });
});

/** D-08, G-32, V-21, T-48. */
describe("changing the brand", () => {
  it("offers the brands of the person's client, and applies the choice after a question", async () => {
    const { user } = await choose("Change brand");
    const dialog = await screen.findByRole("dialog", { name: "Change brand" });
    await user.click(within(dialog).getByRole("button", { name: "Apply" }));
    await within(dialog).findByText("Please choose");
    await expectAccessible();
    await user.click(within(dialog).getByRole("combobox", { name: "Brand" }));
    await user.click(await screen.findByRole("option", { name: "Morning Oats" }));
    await user.click(within(dialog).getByRole("button", { name: "Apply" }));
    const question = await screen.findByRole("alertdialog", {
      name: "Are you sure you want to choose this brand?",
    });
    within(question).getByText("Morning Oats");
    await user.click(within(question).getByRole("button", { name: "Confirm" }));
    await screen.findByText("success");
    expect(sent).toEqual([{ brandId: "m-1" }]);
  });
});
