import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { describeList } from "../../../testing/describe-list";
import {
  anApplication,
  fakeApplications,
  SECRET,
  someApplications,
} from "../../../testing/fake-applications";
import { expectAccessible } from "../../../testing/render";
import { answers, nobody, refusal, server } from "../../../testing/server";
import { routes } from "../routes";
import { LIST, applications, edit, holding, someAnswers } from "./stage";

const REACH = "Reach, frequency and cost of every campaign in all regions, by week and by medium";
const REACH_ID = "a-very-long-client-id.of-an-application.that-came-from-another-system";

let state: ReturnType<typeof someAnswers>;

beforeEach(() => {
  state = someAnswers();
});

/** Relying applications. */
describeList({
  routes,
  empty: "No connected applications yet. A connected application signs people in here.",
  list: "/api/security/admin/application/list",
  file: "/api/security/admin/application/export",
  mocks: () => fakeApplications(someApplications).mocks,
  cells: {
    "en-us": [
      ["Time Sheetstimesheet", "OpenID Connect", "On", "Administration", "20 Nov 202609:30", ""],
      [`${REACH}${REACH_ID}`, "OpenID Connect", "On", "clients.toml", "–", ""],
      [
        "媒介计划档案archive",
        "Legacy (token in the address)",
        "Off",
        "Administration",
        "20 Nov 202609:30",
        "",
      ],
    ],
    "zh-cn": [
      ["Time Sheetstimesheet", "OpenID Connect", "启用", "管理页面", "2026年11月20日09:30", ""],
      [`${REACH}${REACH_ID}`, "OpenID Connect", "启用", "clients.toml", "–", ""],
      ["媒介计划档案archive", "旧式（地址中携带令牌）", "停用", "管理页面", "2026年11月20日09:30", ""],
    ],
  },
  narrowed: {
    address: "sort=-lastUsed&context=zebra&enabled=0&kind=legacy&source=file",
    asks: { sort: "-lastUsed", context: "zebra", enabled: "0", kind: "legacy", source: "file" },
    chips: [
      "Name or client ID: zebra",
      "Status: Off",
      "Kind: Legacy (token in the address)",
      "Source: clients.toml",
    ],
  },
});

describe("an action on an application", () => {
  it("is offered to people who may do it, and never for an application of clients.toml", async () => {
    const { menu, user } = await applications();
    const texts = async (name: string) => (await menu(name)).map(({ textContent }) => textContent);
    expect(await texts("Time Sheets")).toEqual(["Details", "Edit", "Switch off", "History"]);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(await texts("Declared")).toEqual(["Details", "History"]);
  });

  it("is missing without the codes", async () => {
    server.use(holding(`${LIST}.view`));
    const { menu } = await applications();
    expect(screen.queryByRole("button", { name: "Add application" })).toBeNull();
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect((await menu("Time Sheets")).map(({ textContent }) => textContent)).toEqual(["Details", "History"]);
  });

  it("names it and the consequences when it is switched off", async () => {
    const { take, user } = await applications();
    await take("Time Sheets", "Switch off");
    const question = await screen.findByRole("alertdialog", { name: "Switch Time Sheets off?" });
    expect(question.textContent).toContain("all its tokens stop working at once");
    await expectAccessible();
    await user.click(within(question).getByRole("button", { name: "Switch off" }));
    await screen.findByText("Time Sheets is off.");
    expect(state.sent).toEqual([{ client_id: "timesheet", enabled: false }]);
    await waitFor(() => within(screen.getByRole("row", { name: /Time Sheets/ })).getByText("Off"));
  });

  it("is done with all selected applications except those of clients.toml", async () => {
    const { user } = await applications();
    await user.click(screen.getByRole("checkbox", { name: "Select Declared" }));
    const bar = screen.getByRole("region", { name: "Selected rows" });
    const switchOff = within(bar).getByRole<HTMLButtonElement>("button", { name: "Switch off" });
    expect(switchOff.disabled).toBe(true);
    await user.click(screen.getByRole("checkbox", { name: "Select Time Sheets" }));
    await user.click(switchOff);
    const question = await screen.findByRole("alertdialog", { name: "Switch 1 application off?" });
    within(question).getByText(
      "1 of the selected applications is declared in clients.toml and stays as it is.",
    );
    await user.click(within(question).getByRole("button", { name: "Switch off" }));
    await screen.findByText("1 application is off.");
    expect(state.sent).toEqual([{ client_id: "timesheet", enabled: false }]);
  });
});

describe("the details of an application", () => {
  it("show all settings in words, and offer what the server allows", async () => {
    state.applications = someApplications;
    const { user } = await applications();
    await user.click(screen.getByRole("link", { name: "Time Sheets" }));
    const drawer = await screen.findByRole("dialog", { name: "Time Sheets" });
    for (const text of [
      "2: the previous one is still valid",
      "Only people of its products",
      "At every sign-in; they end with the session",
      "300 seconds",
      "client_secret_basic: secret in the header",
      "https://api.time.example/",
    ])
      await within(drawer).findByText(text);
    expect(drawer.textContent).toContain("Last changed 1 Nov 2026, 08:00 by Ada Super.");
    await expectAccessible();
    await user.click(within(drawer).getByRole("button", { name: "Edit" }));
    await screen.findByRole("dialog", { name: "Edit Time Sheets" });
  });

  it("say that clients.toml declares it", async () => {
    const { user } = await applications();
    await user.click(screen.getByRole("link", { name: "Declared" }));
    const drawer = await screen.findByRole("dialog", { name: "Declared" });
    await within(drawer).findByText(
      "This application is declared in clients.toml. It can be read here; change it in that file.",
    );
    expect(within(drawer).queryByRole("button", { name: "Edit" })).toBeNull();
    expect(within(drawer).queryByRole("button", { name: "Generate secret" })).toBeNull();
  });

  it("say what failed, with a button to try again", async () => {
    server.use(answers("get", "/api/security/admin/application/info", () => refusal(999999, "Not now.")));
    const { user } = await applications();
    await user.click(screen.getByRole("link", { name: "Time Sheets" }));
    const drawer = await screen.findByRole("dialog");
    await within(drawer).findByText("Not now.");
    within(drawer).getByRole("button", { name: "Try again" });
  });
});

/** Decision 0023. */
describe("a new secret", () => {
  async function rotate() {
    const { user } = await applications();
    await user.click(screen.getByRole("link", { name: "Time Sheets" }));
    const drawer = await screen.findByRole("dialog", { name: "Time Sheets" });
    await user.click(await within(drawer).findByRole("button", { name: "Generate secret" }));
    const question = await screen.findByRole("alertdialog", {
      name: "Generate a new secret for Time Sheets?",
    });
    return { user, question, make: within(question).getByRole("button", { name: "Generate secret" }) };
  }

  it("leaves the previous one valid, and is shown once, with a button to copy it", async () => {
    const { user, make } = await rotate();
    await expectAccessible();
    await user.click(make);
    const shown = await screen.findByRole("alertdialog", { name: "Secret of Time Sheets" });
    within(shown).getByText(SECRET);
    await expectAccessible();
    await user.click(within(shown).getByRole("button", { name: "Copy: Client secret" }));
    expect(await navigator.clipboard.readText()).toBe(SECRET);
    await user.click(within(shown).getAllByRole("button", { name: "Close" })[0]!);
    await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
    expect(state.sent).toEqual([{ client_id: "timesheet", keep_previous: true }]);
  });

  it("ends the previous one if that has leaked", async () => {
    const { user, question, make } = await rotate();
    await user.click(within(question).getByRole("checkbox", { name: "Keep the previous secret valid" }));
    within(question).getByText(/Choose this if the secret has leaked/);
    await user.click(make);
    await screen.findByText(SECRET);
    expect(state.sent).toEqual([{ client_id: "timesheet", keep_previous: false }]);
  });
});

describe("a new secret whose answer is lost", () => {
  it("may already exist, so another one would end the secret that is in use", async () => {
    server.use(answers("post", "/api/security/admin/application/rotate-secret", () => nobody));
    const { user } = await applications();
    await user.click(screen.getByRole("link", { name: "Time Sheets" }));
    const drawer = await screen.findByRole("dialog", { name: "Time Sheets" });
    await user.click(await within(drawer).findByRole("button", { name: "Generate secret" }));
    const question = await screen.findByRole("alertdialog", {
      name: "Generate a new secret for Time Sheets?",
    });
    await user.click(within(question).getByRole("button", { name: "Generate secret" }));
    const alert = await within(question).findByText(/The server can’t be reached/);
    expect(alert.textContent).toContain("There may already be a new secret that nobody has seen.");
    expect(alert.textContent).toContain("the secret that the application uses now stops working");
    await expectAccessible();
  });
});

describe("editing an application", () => {
  it("sends changed fields with the version that was read", async () => {
    const { user, drawer, field, save } = await edit();
    await user.type(field(/^Name/), " II");
    await user.click(within(drawer).getByText("Tokens"));
    await user.type(field(/^Scopes/), " email");
    await user.click(within(drawer).getAllByRole("button", { name: "Add" })[1]!);
    await user.type(field("Redirect URI 2"), "https://time.example/second");
    await expectAccessible();
    await save();
    await screen.findByText("Time Sheets II is saved.");
    expect(state.sent).toEqual([
      {
        client_id: "timesheet",
        version: 4,
        metadata: {
          name: "Time Sheets II",
          redirect_uris: ["https://time.example/callback", "https://time.example/second"],
          scopes: ["openid", "profile", "email"],
        },
      },
    ]);
  });

  it("shows what the server refuses at its field, and opens its section", async () => {
    const faults = [
      { field: "metadata.grant_types", msg: "No such grant." },
      { field: "metadata.redirect_uris", msg: "Enter https addresses." },
    ];
    server.use(
      answers("post", "/api/security/admin/application/update", () =>
        refusal(100012, "No such grant.", { faults }),
      ),
    );
    const { user, drawer, field, save } = await edit();
    await user.type(field(/^Name/), " II");
    await save();
    await within(drawer).findByText("Enter https addresses.");
    within(drawer).getByText("No such grant.");
    const add = within(drawer).getAllByRole("button", { name: "Add" })[1];
    await waitFor(() => expect(document.activeElement).toBe(add));
    await expectAccessible();
  });

  it("refuses an invalid number or key set without asking the server", async () => {
    const { user, drawer, field, save } = await edit();
    await user.click(within(drawer).getByText("Sign-in and authentication"));
    await user.selectOptions(field("Client authentication"), "private_key_jwt: signature with its own key");
    await user.type(field(/^Public keys/), "no JSON");
    await user.type(field(/^Oldest sign-in/), "an hour");
    await save();
    await within(drawer).findByText("Enter a JSON object, or nothing.");
    within(drawer).getByText("Enter a whole number, or nothing.");
    expect(state.sent).toEqual([]);
  });

  it("says who changed it meanwhile, and keeps their change or replaces it", async () => {
    const { user, drawer, field, save } = await edit();
    await user.type(field(/^Name/), " II");
    const theirs = anApplication({ version: 9 });
    state.applications = [{ ...theirs, metadata: { ...theirs.metadata, name: "Hours" } }];
    await save();
    const alert = await within(drawer).findByRole("alert");
    expect(alert.textContent).toContain("Ben Admin changed this on 22 Nov 2026, 14:00.");
    await user.click(within(alert).getByRole("button", { name: "Keep their version" }));
    await waitFor(() => expect(field(/^Name/).value).toBe("Hours"));
    await user.type(field(/^Name/), " III");
    state.applications = [anApplication({ version: 12 })];
    await save();
    await user.click(await within(drawer).findByRole("button", { name: "Overwrite with mine" }));
    await screen.findByText("Hours III is saved.");
    expect(state.sent.at(-1)).toEqual({
      client_id: "timesheet",
      version: 12,
      metadata: { name: "Hours III" },
    });
  });

  it("says why it cannot, if the application has rights of its own", async () => {
    state.applications = [anApplication({ rights: { edit: false, secret: false, trust: false } })];
    const { take } = await applications();
    await take("Time Sheets", "Edit");
    const drawer = await screen.findByRole("dialog", { name: "Edit Time Sheets" });
    await within(drawer).findByText(/Only a super administrator may change this application/);
    expect(within(drawer).getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  });
});
