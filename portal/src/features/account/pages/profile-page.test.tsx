import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { UserInfo } from "../../../access/user";
import { aUser } from "../../../testing/factories";
import { fakeAccount, noFactors, someFactors } from "../../../testing/fake-account";
import { anAgency, fakeBelonging } from "../../../testing/fake-belonging";
import { anIdentity, fakeIdentities } from "../../../testing/fake-identities";
import { fakeOwnAccount } from "../../../testing/fake-own-account";
import { fakePasskeys, somePasskeys } from "../../../testing/fake-passkeys";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, nobody, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

let sent: unknown[];
let person: UserInfo;

function given(user: Partial<UserInfo> = {}) {
  const belonging = fakeBelonging();
  sent = belonging.sent;
  person = aUser({ clientName: "Meadow Drinks", brandId: "m-2", ...user });
  const fakes = [
    fakeAccount(),
    fakePasskeys(somePasskeys),
    fakeIdentities([anIdentity()]),
    fakeOwnAccount(),
    belonging,
  ];
  server.use(...fakes.flatMap(({ mocks }) => mocks.map(handlerOf)));
  server.use(
    answers("post", "/api/security/user/info", () => success(person)),
    answers("post", "/api/security/user/set-lang", ({ body }) => {
      sent.push(body);
      person = { ...person, lang: body.lang };
      return success({ lang: body.lang });
    }),
  );
}

beforeEach(() => given());

const open = () => renderPortal("/account/profile", routes);
const part = (name: string) => screen.findByRole("region", { name });
/** The value that stands beside a label. */
async function value(label: string) {
  const [row] = await screen.findAllByText(label, { selector: "dt" });
  return row?.nextElementSibling;
}
const agenciesAre = (...agencies: ReturnType<typeof anAgency>[]) =>
  server.use(answers("get", "/api/security/user/acc-user/agency-select", () => success(agencies)));

describe("the profile of one's own account", () => {
  it("is the first page of the account", async () => {
    const { router } = renderPortal("/account", routes);
    await screen.findByRole("heading", { level: 1, name: "Profile" });
    expect(router.state.location.pathname).toBe("/account/profile");
  });

  it("shows the person and where they belong, and who changes what they cannot", async () => {
    open();
    const about = await part("About you");
    expect(about.textContent).toContain("Only an administrator can change your name and account name.");
    expect((await value("Name"))?.textContent).toBe("Dan Member");
    expect((await value("Account name"))?.textContent).toBe("DanMember");
    expect((await value("Email address"))?.textContent).toBe("dan@demo.testConfirmed");
    expect((await value("Agency"))?.textContent).toBe("Northlight");
    expect((await value("Client"))?.textContent).toBe("Meadow DrinksOnly an administrator can change it.");
    await waitFor(async () => expect((await value("Brand"))?.textContent).toBe("海风"));
    expect((await value("Corporate identity"))?.textContent).toBe("Lion Identity (dan@demo.test)");
    await expectAccessible();
  });

  it("shows a dash for what is not known, and offers to choose it", async () => {
    given({ fullName: "", email: "", agencyId: "", agencyName: "", clientName: "", brandId: "" });
    open();
    expect((await value("Name"))?.textContent).toBe("–");
    expect((await value("Email address"))?.textContent).toBe("–");
    expect((await value("Brand"))?.textContent).toBe("–");
    screen.getByRole("button", { name: "Choose agency" });
    screen.getByRole("button", { name: "Choose brand" });
    await expectAccessible();
  });

  it("says that a brand is no longer offered, and that its name did not load", async () => {
    given({ brandId: "m-9" });
    const { unmount } = open();
    await screen.findByText("No longer offered");
    unmount();
    server.use(answers("get", "/api/security/acc-user/brand", () => nobody));
    open();
    await waitFor(async () =>
      expect((await value("Brand"))?.textContent).toBe("The server can’t be reached. Check your connection."),
    );
  });

  it("leaves the corporate identity out where there is no provider", async () => {
    server.use(...fakeIdentities([], []).mocks.map(handlerOf));
    open();
    await part("Your organisation");
    await waitFor(() => expect(screen.queryByText("Corporate identity")).toBeNull());
  });

  it("leads to the identities on the page of the security", async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole("link", { name: "Manage identities" }));
    await screen.findByRole("heading", { level: 1, name: "Account security" });
    expect(router.state.location.hash).toBe("#identities");
    await waitFor(() => expect(document.activeElement?.id).toBe("identities"));
  });
});

/** D-09, T-49, F-59. */
describe("the agency in the profile", () => {
  it("changes in the same dialog as on the home page, by keyboard", async () => {
    const { user } = open();
    const opener = await screen.findByRole("button", { name: "Change agency" });
    opener.focus();
    await user.keyboard("{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "Choose your agency" });
    await user.click(await within(dialog).findByRole("radio", { name: "Eastgate" }));
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    person = { ...person, agencyId: "a-3", agencyName: "Eastgate" };
    await user.click(await screen.findByRole("button", { name: "Confirm" }));
    await waitFor(async () => expect((await value("Agency"))?.textContent).toBe("Eastgate"));
    expect(sent).toEqual([{ agencyId: "a-3" }]);
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it("says that a change has to be approved", async () => {
    agenciesAre(
      anAgency("7", "Northlight", { selected: true }),
      anAgency("a-3", "Eastgate", { needsApproval: true }),
    );
    open();
    await screen.findByText("An administrator has to approve a change.");
  });

  it("says which one waits for an administrator", async () => {
    agenciesAre(
      anAgency("7", "Northlight", { selected: true }),
      anAgency("a-3", "Eastgate", { needsApproval: true, requested: true }),
    );
    open();
    await screen.findByText("You asked for Eastgate. An administrator decides.");
  });

  it("says why one was refused", async () => {
    agenciesAre(
      anAgency("7", "Northlight", { selected: true }),
      anAgency("a-3", "Eastgate", { needsApproval: true, refusal: "It is not your client." }),
    );
    open();
    await screen.findByText("An administrator refused your change to Eastgate: It is not your client.");
  });
});

/** D-08, T-48. */
it("changes the brand in the same dialog as on the home page", async () => {
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Change brand" }));
  const dialog = await screen.findByRole("dialog", { name: "Change brand" });
  await user.click(within(dialog).getByRole("combobox", { name: "Brand" }));
  await user.click(await screen.findByRole("option", { name: "Morning Oats" }));
  await user.click(within(dialog).getByRole("button", { name: "Apply" }));
  person = { ...person, brandId: "m-1" };
  await user.click(await screen.findByRole("button", { name: "Confirm" }));
  await waitFor(async () => expect((await value("Brand"))?.textContent).toBe("Morning Oats"));
  expect(sent).toEqual([{ brandId: "m-1" }]);
});

/** F-58. */
describe("the language in the profile", () => {
  it("is stored, and the page follows at once, by keyboard", async () => {
    const { user } = open();
    const choice = await screen.findByRole("group", { name: "Language" });
    expect(within(choice).getByRole("button", { name: "English", pressed: true }).lang).toBe("en");
    within(choice).getByRole("button", { name: "中文", pressed: false }).focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("heading", { level: 1, name: "个人资料" });
    expect(sent).toEqual([{ appName: "SSO", lang: "zh-cn" }]);
    const chosen = within(await screen.findByRole("group", { name: "语言" })).getByRole("button", {
      name: "中文",
      pressed: true,
    });
    expect(document.activeElement).toBe(chosen);
    expect((await part("关于您")).textContent).toContain("姓名和账号名仅管理员可以修改。");
    await part("已完成 3/3 项安全设置");
    await expectAccessible();
  });

  it("stays when the server refuses", async () => {
    server.use(answers("post", "/api/security/user/set-lang", () => refusal(999999, "Not now.")));
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "中文" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "中文" }).ariaBusy).toBe("false"));
    screen.getByRole("heading", { level: 1, name: "Profile" });
    screen.getByRole("button", { name: "English", pressed: true });
  });
});

describe("the steps to a safe account", () => {
  const factors = (shown: ReturnType<typeof someFactors>) =>
    server.use(answers("get", "/api/security/account/factors", () => success(shown)));
  const passkeys = (...given: Parameters<typeof fakePasskeys>) =>
    server.use(...fakePasskeys(...given).mocks.map(handlerOf));
  const steps = async (name: string) =>
    within(await part(name))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);

  it("are counted, and lead to the page of the security", async () => {
    factors(noFactors);
    const { user, router } = open();
    const name = "2 of 3 security steps done";
    expect(await steps(name)).toEqual(["Password chosen", "Passkey added", "No authenticator app yet"]);
    await user.click(within(await part(name)).getByRole("link", { name: "Account security" }));
    await screen.findByRole("heading", { level: 1, name: "Account security" });
    expect(router.state.location.pathname).toBe("/account/security");
  });

  it("leave a password out that the account does not need", async () => {
    factors(someFactors({ hasPassword: false }));
    passkeys([]);
    open();
    expect(await steps("1 of 2 security steps done")).toEqual(["No passkey yet", "Authenticator app added"]);
  });

  it("leave passkeys out where the server has none", async () => {
    factors(noFactors);
    const none = { available: false, rpId: "", userId: "", most: 20, keys: [] };
    server.use(answers("get", "/api/security/account/passkeys", () => success(none)));
    open();
    expect(await steps("1 of 2 security steps done")).toEqual([
      "Password chosen",
      "No authenticator app yet",
    ]);
  });

  it("say what failed, and try again; the profile does without", async () => {
    server.use(answers("get", "/api/security/account/passkeys", () => nobody));
    const { user } = open();
    await part("About you");
    const failed = await part("Security");
    await within(failed).findByText("The server can’t be reached. Check your connection.");
    passkeys(somePasskeys);
    await user.click(within(failed).getByRole("button", { name: "Try again" }));
    await part("3 of 3 security steps done");
  });
});
