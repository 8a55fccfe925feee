// The screens of the accounts (S-16), with accounts of the stand-in server's own.
import { testing } from "./fake-atrium.mjs";

const { fakeAccounts, someAccounts } = await testing("fake-accounts");

export const ACCOUNTS = "/auth-management/account-list";
const LIST = "account_maintain.AccountManagement.AccountList";

/** What the stand-in server answers. */
export function accountServer() {
  const { mocks } = fakeAccounts(someAccounts);
  return { mocks, accessList: ["view", "add", "edit", "status", "password"].map((act) => `${LIST}.${act}`) };
}

export function listed(page) {
  return page.getByRole("button", { name: "DanMember", exact: true }).waitFor({ timeout: 10_000 });
}

/** Opens what the menu of a row has at this place, from the top. */
async function rowMenu(page, row, item) {
  await page.getByRole("row").nth(row).getByRole("button").last().click();
  await page.getByRole("menuitem").nth(item).click();
}

async function drawer(page) {
  await page.locator("[role=dialog] form, [role=dialog] dl").first().waitFor();
}

/** The views, for checks and pictures alike: how each is reached from the list. */
export const accountViews = {
  list: () => undefined,
  filtered: async (page) => {
    await page.goto(`${page.url()}?accountStatus=2&agencyId=8&context=zebra`);
    await page.locator("main .lucide-search-x").waitFor();
  },
  menu: async (page) => {
    await page.getByRole("row").nth(1).getByRole("button").last().click();
    await page.getByRole("menu").waitFor();
  },
  selected: async (page) => {
    for (const row of [1, 2, 4]) await page.getByRole("row").nth(row).getByRole("checkbox").click();
    await page
      .getByRole("region")
      .filter({ has: page.getByRole("button") })
      .last()
      .waitFor();
  },
  bulk: async (page) => {
    await accountViews.selected(page);
    await page.locator("[role=region]").last().getByRole("button").nth(1).click();
    await page.getByRole("alertdialog").waitFor();
  },
  details: async (page) => {
    await page.getByRole("button", { name: "DanMember", exact: true }).click();
    await drawer(page);
  },
  edit: async (page) => {
    await rowMenu(page, 1, 1);
    await drawer(page);
  },
  add: async (page) => {
    await page.locator("main").getByRole("button").first().click();
    await drawer(page);
  },
  faults: async (page) => {
    await accountViews.add(page);
    await page.locator("[role=dialog] [type=submit]").click();
    await page.getByRole("alert").waitFor();
  },
  corporate: async (page) => {
    await accountViews.add(page);
    await page.getByRole("tab").last().click();
    await page.getByRole("combobox").first().click();
    await page.getByRole("option").first().waitFor();
  },
  question: async (page) => {
    await rowMenu(page, 1, 3);
    await page.getByRole("alertdialog").waitFor();
  },
  password: async (page) => {
    await rowMenu(page, 1, 2);
    await page.getByRole("alertdialog").getByRole("button").nth(1).click();
    await page.getByText("Kx7mQ2vTn4Rw").waitFor();
  },
};
