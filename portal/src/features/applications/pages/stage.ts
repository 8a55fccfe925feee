import { screen, within } from "@testing-library/react";
import { aUser } from "../../../testing/factories";
import { anApplication, fakeApplications } from "../../../testing/fake-applications";
import { itemsOfOpenMenu, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const PATH = "/operation-access/application-list";
export const LIST = "operation_access.ApplicationManagement.ApplicationList";
export const ALL = ["view", "add", "edit", "secret"].map((act) => `${LIST}.${act}`);

/** Answers with an application of the portal and one of clients.toml, to a person with all access codes. */
export function someAnswers() {
  const fake = fakeApplications([
    anApplication(),
    anApplication({
      client_id: "declared",
      source: "file",
      metadata: { ...anApplication().metadata, name: "Declared" },
      rights: { edit: false, secret: false, trust: false },
    }),
  ]);
  server.use(holding(...ALL), ...fake.mocks.map(handlerOf));
  return fake.state;
}

export function holding(...accessList: string[]) {
  return answers("post", "/api/security/user/info", () => success(aUser({ accessList })));
}

export async function applications(table = routes) {
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

export async function edit() {
  const view = await applications();
  await view.take("Time Sheets", "Edit");
  const drawer = await screen.findByRole("dialog", { name: "Edit Time Sheets" });
  await within(drawer).findByRole("textbox", { name: /^Name/ });
  const field = (name: string | RegExp) => within(drawer).getByLabelText<HTMLInputElement>(name);
  const save = () => view.user.click(within(drawer).getByRole("button", { name: "Save" }));
  return { ...view, drawer, field, save };
}

/** Opens the form, names the application and chooses its kind. Gives the second step. */
export async function begin(
  user: Awaited<ReturnType<typeof applications>>["user"],
  name: string,
  kind?: RegExp,
) {
  await user.click(screen.getByRole("button", { name: "Add application" }));
  const drawer = await screen.findByRole("dialog", { name: "Add application" });
  await user.type(within(drawer).getByRole("textbox", { name: /^Name/ }), name);
  if (kind) await user.click(within(drawer).getByRole("radio", { name: kind }));
  await user.click(within(drawer).getByRole("button", { name: "Next" }));
  await within(drawer).findByText("Step 2 of 2");
  const add = within(drawer).getByRole("button", { name: "Add application" });
  return { drawer, add };
}

export function superAdmin() {
  server.use(
    answers("post", "/api/security/user/info", () =>
      success(aUser({ accessList: ALL, roles: ["superAdmin"] })),
    ),
  );
}
