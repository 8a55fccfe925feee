import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { AccessCode } from "../../../access/codes";
import { describeList } from "../../../testing/describe-list";
import { aUser } from "../../../testing/factories";
import {
  anApplication,
  fakeApplications,
  SECRET,
  someApplications,
} from "../../../testing/fake-applications";
import { fakeProduct, fakeProducts } from "../../../testing/fake-products";
import { expectAccessible, itemsOfOpenMenu, renderPortal } from "../../../testing/render";
import { answers, handlerOf, nobody, ORIGIN, refusal, server, success } from "../../../testing/server";
import { routes as productRoutes } from "../../products/routes";
import { routes } from "../routes";

const PATH = "/operation-access/application-list";
const LIST = "operation_access.ApplicationManagement.ApplicationList";
const ALL = ["view", "add", "edit", "secret"].map((act) => `${LIST}.${act}`);
const PRODUCTS_VIEW = "operation_access.ProductManagement.ProductList.view";
const PRODUCTS_ADD = "operation_access.ProductManagement.ProductList.add";
const GROUPS_ADD = "operation_access.UserGroupManagement.GroupList.add";
const REACH = "Reach, frequency and cost of every campaign in all regions, by week and by medium";
const REACH_ID = "a-very-long-client-id.of-an-application.that-came-from-another-system";

let state: ReturnType<typeof fakeApplications>["state"];

beforeEach(() => {
  const fake = fakeApplications([
    anApplication(),
    anApplication({
      client_id: "declared",
      source: "file",
      metadata: { ...anApplication().metadata, name: "Declared" },
      rights: { edit: false, secret: false, trust: false },
    }),
  ]);
  state = fake.state;
  server.use(holding(...ALL), ...fake.mocks.map(handlerOf));
});

function holding(...accessList: string[]) {
  return answers("post", "/api/security/user/info", () => success(aUser({ accessList })));
}

async function applications(table = routes) {
  const view = renderPortal(PATH, table);
  await screen.findByRole("link", { name: "Time Sheets" });
  const { user } = view;
  const menu = async (name: string) => {
    await user.click(screen.getByRole("button", { name: `Actions for ${name}` }));
    return itemsOfOpenMenu();
  };
  const take = async (name: string, item: string) => {
    await menu(name);
    await user.click(screen.getByRole("menuitem", { name: item }));
  };
  return { ...view, menu, take };
}

async function edit() {
  const view = await applications();
  await view.take("Time Sheets", "Edit");
  const drawer = await screen.findByRole("dialog", { name: "Edit Time Sheets" });
  await within(drawer).findByRole("textbox", { name: /^Name/ });
  const field = (name: string | RegExp) => within(drawer).getByLabelText<HTMLInputElement>(name);
  const save = () => view.user.click(within(drawer).getByRole("button", { name: "Save" }));
  return { ...view, drawer, field, save };
}

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
      ["Time Sheetstimesheet", "OpenID Connect", "启用", "管理", "2026年11月20日09:30", ""],
      [`${REACH}${REACH_ID}`, "OpenID Connect", "启用", "clients.toml", "–", ""],
      ["媒介计划档案archive", "旧式（地址中携带令牌）", "停用", "管理", "2026年11月20日09:30", ""],
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
    await screen.findByText("The applications are off.");
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
    expect(within(drawer).queryByRole("button", { name: "New secret" })).toBeNull();
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
    await user.click(await within(drawer).findByRole("button", { name: "New secret" }));
    const question = await screen.findByRole("alertdialog", { name: "Make a new secret for Time Sheets?" });
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
    await user.click(await within(drawer).findByRole("button", { name: "New secret" }));
    const question = await screen.findByRole("alertdialog", { name: "Make a new secret for Time Sheets?" });
    await user.click(within(question).getByRole("button", { name: "Generate secret" }));
    const alert = await within(question).findByText(/The server cannot be reached/);
    expect(alert.textContent).toContain("There may already be a new secret that nobody has seen.");
    expect(alert.textContent).toContain("the secret that the application uses now stops working");
    await expectAccessible();
  });
});

/** Opens the form, names the application and chooses its kind. Gives the second step. */
async function begin(user: Awaited<ReturnType<typeof applications>>["user"], name: string, kind?: RegExp) {
  await user.click(screen.getByRole("button", { name: "Add application" }));
  const drawer = await screen.findByRole("dialog", { name: "Add application" });
  await user.type(within(drawer).getByRole("textbox", { name: /^Name/ }), name);
  if (kind) await user.click(within(drawer).getByRole("radio", { name: kind }));
  await user.click(within(drawer).getByRole("button", { name: "Next" }));
  await within(drawer).findByText("Step 2 of 2");
  const add = within(drawer).getByRole("button", { name: "Add application" });
  return { drawer, add };
}

function superAdmin() {
  server.use(
    answers("post", "/api/security/user/info", () =>
      success(aUser({ accessList: ALL, roles: ["superAdmin"] })),
    ),
  );
}

/** Decision 0078. */
describe("adding an application", () => {
  it("asks for name and kind, then for what this kind needs, and shows its secret", async () => {
    const { user } = await applications();
    await user.click(screen.getByRole("button", { name: "Add application" }));
    const drawer = await screen.findByRole("dialog", { name: "Add application" });
    await user.click(within(drawer).getByRole("button", { name: "Next" }));
    const name = within(drawer).getByRole("textbox", { name: /^Name/ });
    await waitFor(() => expect(document.activeElement).toBe(name));
    await expectAccessible();
    await user.type(name, "Budget{Enter}");
    await within(drawer).findByText("Step 2 of 2");
    const uri = within(drawer).getByLabelText("Redirect addresses, 1");
    await waitFor(() => expect(document.activeElement).toBe(uri));
    within(drawer).getByText("redirect_uris");
    expect(within(drawer).queryByText("Enter a redirect address.")).toBeNull();
    const add = within(drawer).getByRole("button", { name: "Add application" });
    await user.click(add);
    await within(drawer).findByText("Enter a redirect address.");
    await user.type(uri, "https://budget.example/callback");
    await user.click(within(drawer).getByText("Advanced"));
    await user.type(within(drawer).getByLabelText(/^Client ID/), "budget");
    await expectAccessible();
    await user.click(add);
    const shown = await screen.findByRole("alertdialog", { name: "Budget is ready" });
    await expectAccessible();
    for (const value of ["budget", SECRET, "http://localhost:8080"]) within(shown).getByText(value);
    within(shown).getByText("http://localhost:8080/.well-known/openid-configuration");
    within(shown).getByRole("button", { name: "Copy: Issuer" });
    within(shown).getByText(/^Everyone who can sign in, until you put a card/);
    // The snippets read the secret from a variable.
    expect(within(shown).getAllByText(SECRET)).toHaveLength(1);
    await user.click(within(shown).getByRole("tab", { name: "Java (Spring)" }));
    expect(within(shown).getByRole("region", { name: "Java (Spring)" }).textContent).toContain(
      'redirect-uri: "https://budget.example/callback"',
    );
    expect(state.sent).toEqual([
      {
        client_id: "budget",
        metadata: {
          name: "Budget",
          redirect_uris: ["https://budget.example/callback"],
          scopes: ["openid", "profile", "email"],
          require_pkce: true,
        },
      },
    ]);
  });

  it("lets the scripts of a single page ask for tokens, and gives it no secret", async () => {
    const { user } = await applications();
    const { drawer, add } = await begin(user, "Board", /^Single-page application/);
    await user.type(within(drawer).getByLabelText("Redirect addresses, 1"), "https://board.example/in");
    await user.click(add);
    const shown = await screen.findByRole("alertdialog", { name: "Board is ready" });
    expect(within(shown).queryByText("Client secret")).toBeNull();
    expect(state.sent).toEqual([
      {
        metadata: {
          name: "Board",
          redirect_uris: ["https://board.example/in"],
          allowed_origins: ["https://board.example"],
          token_endpoint_auth_method: "none",
          scopes: ["openid", "profile", "email"],
        },
      },
    ]);
  });

  it("asks a service for no address, also after a step back from another kind", async () => {
    const { user } = await applications();
    const { drawer } = await begin(user, "Nightly", /^Native or mobile/);
    await user.type(within(drawer).getByLabelText("Redirect addresses, 1"), "http://127.0.0.1/callback");
    await user.click(within(drawer).getByRole("button", { name: "Back" }));
    await user.click(await within(drawer).findByRole("radio", { name: /^Service/ }));
    await user.click(within(drawer).getByRole("button", { name: "Next" }));
    await within(drawer).findByText(/^A service needs nothing more/);
    await user.click(within(drawer).getByRole("button", { name: "Add application" }));
    const shown = await screen.findByRole("alertdialog", { name: "Nightly is ready" });
    within(shown).getByText(SECRET);
    expect(within(shown).getByRole("region", { name: "curl" }).textContent).toContain(
      "grant_type=client_credentials",
    );
    expect(within(shown).queryByRole("link", { name: "Put a card on the home page" })).toBeNull();
    expect(state.sent).toEqual([
      { metadata: { name: "Nightly", grant_types: ["client_credentials"], scopes: [] } },
    ]);
  });

  it("has only the fields of launch tokens for a legacy application", async () => {
    superAdmin();
    const { user } = await applications();
    const { drawer, add } = await begin(user, "Archive", /^Legacy application/);
    expect(within(drawer).queryByText("Tokens")).toBeNull();
    await user.type(within(drawer).getByLabelText(/^App name/), "ARCHIVE");
    await user.click(within(drawer).getAllByRole("button", { name: "Add" })[0]!);
    await user.type(within(drawer).getByLabelText("Callback origins, 1"), "https://archive.example");
    await user.click(add);
    const shown = await screen.findByRole("alertdialog", { name: "Archive is ready" });
    within(shown).getByText(
      "http://localhost:8080/login?callbackUrl=https%3A%2F%2Farchive.example%2F&appName=ARCHIVE",
    );
    expect(state.sent).toEqual([
      {
        metadata: {
          name: "Archive",
          kind: "legacy",
          legacy: { app_name: "ARCHIVE", mode: "query", callback_origins: ["https://archive.example"] },
        },
      },
    ]);
  });

  it("lets only super administrators give it rights of its own, or launch tokens", async () => {
    const { user, unmount } = await applications();
    await begin(user, "Budget");
    expect(screen.queryByText("Consent and trust")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Back" }));
    await screen.findByRole("radio", { name: /^Service/ });
    expect(screen.queryByRole("radio", { name: /^Legacy/ })).toBeNull();
    unmount();
    superAdmin();
    const again = await applications();
    await begin(again.user, "Budget");
    await screen.findByText("Consent and trust");
  });

  it("leads to its card, with name, address and application, and then to its people", async () => {
    const cards = fakeProduct();
    const accessList = [...ALL, PRODUCTS_VIEW, PRODUCTS_ADD, GROUPS_ADD] as AccessCode[];
    server.use(
      answers("post", "/api/security/user/info", () => success(aUser({ accessList }))),
      ...[...fakeProducts([]), ...cards.mocks].map(handlerOf),
    );
    const { user, router } = await applications([...routes, ...productRoutes]);
    const { drawer, add } = await begin(user, "Budget");
    await user.type(
      within(drawer).getByLabelText("Redirect addresses, 1"),
      "https://budget.example/callback",
    );
    await user.click(add);
    await user.click(await screen.findByRole("link", { name: "Put a card on the home page" }));
    const card = await screen.findByRole("dialog", { name: "Add product" });
    const value = (name: string | RegExp) => within(card).getByLabelText<HTMLInputElement>(name).value;
    expect([value(/^Name(?! in)/), value(/^Code/), value("Link")]).toEqual([
      "Budget",
      "BUDGET",
      "https://budget.example/",
    ]);
    const combobox = within(card).getByRole<HTMLInputElement>("combobox", { name: /^Contact on the card/ });
    await waitFor(() => expect(combobox.value).toBe("Dan Member"));
    for (const name of ["Description", "Usage", "How to get access"])
      await user.type(within(card).getByRole("textbox", { name: new RegExp(`^${name}(?! in)`) }), "Words.");
    await user.click(within(card).getByRole("button", { name: "Add product" }));
    const next = await screen.findByRole("dialog", { name: "Budget has a card. Who may open it?" });
    await expectAccessible();
    expect(cards.sent).toEqual([expect.objectContaining({ applicationId: "a-random-one", typeId: 1 })]);
    const link = within(next).getByRole("link", { name: "Add a group" });
    expect(link.getAttribute("href")).toBe("/operation-access/group-list?new=");
    expect(router.state.location.pathname).toBe("/operation-access/product-list");
  });
});

/** Decision 0045. */
describe("a secret whose answer was lost", () => {
  /** The server adds the application, and its first answer is lost. Gives the key of each press. */
  function cutOnce() {
    const keys: (string | null)[] = [];
    const saved = { client_id: "a-random-one", version: 1, secret: null };
    server.use(
      http.post(`${ORIGIN}/api/security/admin/application/add`, ({ request }) => {
        keys.push(request.headers.get("idempotency-key"));
        if (keys.length > 1) return HttpResponse.json({ status: 0, data: saved, msg: "Shown once." });
        state.applications = [...state.applications, anApplication({ client_id: saved.client_id })];
        return HttpResponse.error();
      }),
    );
    return keys;
  }

  async function addTwice() {
    const keys = cutOnce();
    const { user } = await applications();
    const { drawer, add } = await begin(user, "Budget");
    await user.type(within(drawer).getByLabelText("Redirect addresses, 1"), "https://budget.example/");
    await user.click(add);
    await within(drawer).findByText("The server cannot be reached. Check your connection.");
    await user.click(add);
    const lost = await screen.findByRole("alertdialog", {
      name: "Budget is added, but its secret was lost",
    });
    expect(keys).toEqual([keys[0], keys[0]]);
    return { user, lost };
  }

  it("is reported when the press is repeated; a new one is made there, which ends the lost one", async () => {
    const { user, lost } = await addTwice();
    expect(lost.textContent).toContain("The application was added when you pressed the first time.");
    expect(lost.textContent).toContain("shown only once");
    expect(lost.textContent).toContain("lost on the way");
    await expectAccessible();
    await user.click(within(lost).getByRole("button", { name: "Generate secret" }));
    const shown = await screen.findByRole("alertdialog", { name: "Secret of Budget" });
    within(shown).getByText(SECRET);
    expect(state.sent).toEqual([{ client_id: "a-random-one", keep_previous: false }]);
  });

  it("sends people who may not make a new one to a person who may", async () => {
    server.use(holding(`${LIST}.view`, `${LIST}.add`));
    const { user, lost } = await addTwice();
    within(lost).getByText("You may not make a new secret. Ask somebody who may.");
    expect(within(lost).queryByRole("button", { name: "Generate secret" })).toBeNull();
    await user.click(within(lost).getAllByRole("button", { name: "Close" })[0]!);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  it("is reported when a change of the application made it, and the other one stays valid", async () => {
    const bare = anApplication();
    const metadata = { ...bare.metadata, token_endpoint_auth_method: "none" as const };
    state.applications = [{ ...bare, secrets: 0, metadata }];
    const { user, drawer, field, save } = await edit();
    await user.click(within(drawer).getByText("Sign-in and authentication"));
    await user.selectOptions(field("Client authentication"), "client_secret_basic: secret in the header");
    // The first Save has acted, and its answer is lost.
    state.applications = [{ ...bare, secrets: 1, version: 5 }];
    await save();
    await user.click(await within(drawer).findByRole("button", { name: "Overwrite with mine" }));
    const lost = await screen.findByRole("alertdialog", {
      name: "Time Sheets is saved, but its secret was not shown",
    });
    await user.click(within(lost).getByRole("button", { name: "Generate secret" }));
    await screen.findByText(SECRET);
    expect(state.sent.at(-1)).toEqual({ client_id: "timesheet", keep_previous: true });
  });

  it("is not reported for an application without a secret", async () => {
    const keys = cutOnce();
    const { user } = await applications();
    const { drawer, add } = await begin(user, "Budget", /^Native or mobile/);
    await user.type(within(drawer).getByLabelText("Redirect addresses, 1"), "http://127.0.0.1/callback");
    await user.click(add);
    await within(drawer).findByText("The server cannot be reached. Check your connection.");
    await user.click(add);
    const shown = await screen.findByRole("alertdialog", { name: "Budget is ready" });
    expect(within(shown).queryByText("Client secret")).toBeNull();
    expect(keys).toHaveLength(2);
  });
});

describe("editing an application", () => {
  it("sends changed fields with the version that was read", async () => {
    const { user, drawer, field, save } = await edit();
    await user.type(field(/^Name/), " II");
    await user.click(within(drawer).getByText("Tokens"));
    await user.type(field(/^Scopes/), " email");
    await user.click(within(drawer).getAllByRole("button", { name: "Add" })[1]!);
    await user.type(field("Redirect addresses, 2"), "https://time.example/second");
    await expectAccessible();
    await save();
    await screen.findByText("Time Sheets is saved.");
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
    await screen.findByText("Time Sheets is saved.");
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
