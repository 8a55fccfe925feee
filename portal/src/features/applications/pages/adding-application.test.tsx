import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { AccessCode } from "../../../access/codes";
import { aUser } from "../../../testing/factories";
import { anApplication, SECRET } from "../../../testing/fake-applications";
import { fakeProduct, fakeProducts } from "../../../testing/fake-products";
import { expectAccessible } from "../../../testing/render";
import { answers, handlerOf, ORIGIN, server, success } from "../../../testing/server";
import { routes as productRoutes } from "../../products/routes";
import { routes } from "../routes";
import { ALL, LIST, applications, begin, edit, holding, superAdmin, someAnswers } from "./stage";

const PRODUCTS_VIEW = "operation_access.ProductManagement.ProductList.view";
const PRODUCTS_ADD = "operation_access.ProductManagement.ProductList.add";
const GROUPS_ADD = "operation_access.UserGroupManagement.GroupList.add";

let state: ReturnType<typeof someAnswers>;

beforeEach(() => {
  state = someAnswers();
});

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
    const uri = within(drawer).getByLabelText("Redirect URI 1");
    await waitFor(() => expect(document.activeElement).toBe(uri));
    within(drawer).getByText("redirect_uris");
    expect(within(drawer).queryByText("Enter a redirect URI.")).toBeNull();
    const add = within(drawer).getByRole("button", { name: "Add application" });
    await user.click(add);
    await within(drawer).findByText("Enter a redirect URI.");
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
    await user.type(within(drawer).getByLabelText("Redirect URI 1"), "https://board.example/in");
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
    await user.type(within(drawer).getByLabelText("Redirect URI 1"), "http://127.0.0.1/callback");
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
    await user.type(within(drawer).getByLabelText("Callback origin 1"), "https://archive.example");
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
    await user.type(within(drawer).getByLabelText("Redirect URI 1"), "https://budget.example/callback");
    await user.click(add);
    await user.click(await screen.findByRole("link", { name: "Put a card on the home page" }));
    const card = await screen.findByRole("dialog", { name: "Add product" });
    // An icon of the set is called “Code” too.
    const value = (name: string | RegExp) =>
      within(card).getByLabelText<HTMLInputElement>(name, { selector: "input" }).value;
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
    await user.type(within(drawer).getByLabelText("Redirect URI 1"), "https://budget.example/");
    await user.click(add);
    await within(drawer).findByText("The server can’t be reached. Check your connection.");
    await user.click(add);
    const lost = await screen.findByRole("alertdialog", {
      name: "Budget is added, but its secret was lost",
    });
    expect(keys).toEqual([keys[0], keys[0]]);
    return { user, lost };
  }

  it("is reported when the press is repeated; a new one is made there, which ends the lost one", async () => {
    const { user, lost } = await addTwice();
    expect(lost.textContent).toContain("The application was added on your first try");
    expect(lost.textContent).toContain("didn’t arrive");
    expect(lost.textContent).toContain("can’t be shown again");
    await expectAccessible();
    await user.click(within(lost).getByRole("button", { name: "Generate secret" }));
    const shown = await screen.findByRole("alertdialog", { name: "Secret of Budget" });
    within(shown).getByText(SECRET);
    expect(state.sent).toEqual([{ client_id: "a-random-one", keep_previous: false }]);
  });

  it("sends people who may not make a new one to a person who may", async () => {
    server.use(holding(`${LIST}.view`, `${LIST}.add`));
    const { user, lost } = await addTwice();
    within(lost).getByText("You may not generate a new secret. Ask somebody who may.");
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
      name: "Time Sheets is saved, but its secret wasn’t shown",
    });
    await user.click(within(lost).getByRole("button", { name: "Generate secret" }));
    await screen.findByText(SECRET);
    expect(state.sent.at(-1)).toEqual({ client_id: "timesheet", keep_previous: true });
  });

  it("is not reported for an application without a secret", async () => {
    const keys = cutOnce();
    const { user } = await applications();
    const { drawer, add } = await begin(user, "Budget", /^Native or mobile/);
    await user.type(within(drawer).getByLabelText("Redirect URI 1"), "http://127.0.0.1/callback");
    await user.click(add);
    await within(drawer).findByText("The server can’t be reached. Check your connection.");
    await user.click(add);
    const shown = await screen.findByRole("alertdialog", { name: "Budget is ready" });
    expect(within(shown).queryByText("Client secret")).toBeNull();
    expect(keys).toHaveLength(2);
  });
});
