// Every view of the portal, for pictures and checks.
import { moduleOf } from "./fake-atrium.mjs";
import { unfold } from "./harness.mjs";

/** A list for a person with these of its codes, shown after `act`. */
const listOf = (path, list, codes) => (act) => ({
  path,
  accessList: codes.map((may) => `${list}.${may}`),
  wait: "main tbody :is(a, button)",
  act,
});

const audit = listOf("/auth-management/audit-log", "account_maintain.AccountManagement.AuditLog", [
  "view",
  "export",
]);
const application = listOf(
  "/operation-access/application-list",
  "operation_access.ApplicationManagement.ApplicationList",
  ["view", "add", "edit", "secret"],
);
/** Presses this button of the second provider, which is of the screen. */
const provider = (button, shown) => ({
  path: "/operation-access/provider-list",
  roles: ["member", "superAdmin"],
  wait: "main section button",
  act: async (page) => {
    await page.locator("main section").nth(1).getByRole("button").nth(button).click();
    await page.locator(shown).first().waitFor();
  },
});
const SYSTEM = "operation_access.SystemManagement";
/** A page about the assistant, shown after `act`. */
const gateway = (page, wait, act) => ({
  path: `/operation-access/assistant-${page}`,
  accessList: ["AssistantGateway.view", "AssistantGateway.edit", "AssistantUsage.view"].map(
    (may) => `${SYSTEM}.${may}`,
  ),
  wait,
  act,
});
/** Presses this button of the second version, which is of the screen. */
const version = (button, shown) =>
  gateway("versions", "main section button", async (page) => {
    await page.locator("main section").nth(1).getByRole("button").nth(button).click();
    await page.locator(shown).first().waitFor();
  });
const GROUPS = "operation_access.UserGroupManagement.GroupList";
const group = listOf("/operation-access/group-list", GROUPS, ["view", "add", "edit", "status"]);
const RIGHTS = "operation_access.AccessManagement";
const rights = listOf("/operation-access/access-list", RIGHTS, [
  ...["view", "add", "edit", "delete", "assign", "confirm"].map((may) => `AccessList.${may}`),
  ...["view", "add", "edit", "delete", "assign"].map((may) => `RoleList.${may}`),
]);
const roles = (act) => ({ ...rights(act), path: "/operation-access/role-list" });
const products = listOf("/operation-access/product-list", "operation_access.ProductManagement.ProductList", [
  "view",
  "add",
  "edit",
  "status",
]);
const announcements = listOf(
  "/operation-access/announcement-list",
  "operation_access.AnnouncementManagement.AnnouncementList",
  ["view", "add", "edit", "delete", "status", "readers", "signin"],
);
const surveys = listOf("/feedback-center/survey-list", "feedback_center.FeedbackCenter.SurveyList", [
  "view",
  "edit",
  "results",
]);
const feedback = listOf("/feedback-center/feedback-list", "feedback_center.FeedbackCenter.FeedbackList", [
  "view",
  "answer",
  "export",
]);
const modules = listOf("/operation-access/Module-list", "operation_access.ProductManagement.ModuleList", [
  "view",
  "add",
  "edit",
  "delete",
]);

const openEntry = async (page) => {
  await page.locator("main tbody a").first().click();
  await page.getByRole("dialog").locator("dl").first().waitFor();
};

const openApplication = async (page, row = 0) => {
  await page.locator("main tbody tr").nth(row).getByRole("link").first().click();
  await page.getByRole("dialog").locator("dl").first().waitFor();
};
const fromDetails = (button, shown) => async (page) => {
  await openApplication(page);
  await page.getByRole("dialog").getByRole("button").nth(button).click();
  await page.locator(shown).first().waitFor();
};

/** Takes an item of the menu that is open. A menu takes only the item that it has marked, which happens with the next frame. */
const takes = async (page, item) => {
  await item.hover();
  await page.locator("[role=menuitem][data-highlighted]").waitFor();
  await item.click();
};

/** Opens an entry of the first row's menu, and waits for its content. */
const opens = (icon, shown) => async (page) => {
  await page.locator("main tbody tr").first().locator("button[aria-haspopup=menu]").click();
  await takes(page, page.locator(`[role=menuitem]:has(.lucide-${icon})`));
  await page.locator(shown).first().waitFor();
  await page.evaluate(() => {
    for (const section of document.querySelectorAll("[role=dialog] details")) section.open = true;
  });
};

/** Opens the form of a new application, with this name and the first kind. */
const toSecondStep = async (page, name) => {
  await page.locator("main button:has(.lucide-plus)").first().click();
  const form = page.locator("[role=dialog] form");
  await form.locator("input[required], input[aria-required=true]").first().fill(name);
  await page.locator("[role=dialog] [type=submit]").click();
  await form.locator("details").first().waitFor();
  return form;
};
const addsApplication = async (page) => {
  const form = await toSecondStep(page, "Reports");
  await form.locator("input").first().fill("https://reports.example/callback");
  await page.locator("[role=dialog] [type=submit]").click();
  await page.locator("[role=alertdialog] pre").waitFor();
};
/** Adds an application whose first answer never arrives, and presses again. */
export const losesSecret = async (page) => {
  const cut = async (route) => {
    await route.fetch({ maxRetries: 3 });
    await route.abort();
  };
  await page.route("**/api/security/admin/application/add", cut, { times: 1 });
  const form = await toSecondStep(page, "Lost on the way");
  await form.locator("input").first().fill("https://lost.example/callback");
  await page.locator("[role=dialog] [type=submit]").click();
  await form.getByRole("alert").waitFor();
  // A press while the first call ends is ignored.
  await page.locator("[role=dialog] [type=submit][aria-busy=false]").click();
  await page.getByRole("alertdialog").waitFor();
};

/** Rows, a form, a tree or the parts of a page: the page has its answers. */
const DRAWN =
  "main table[aria-busy=false] tbody td, main form, main details, main:not(:has([aria-busy=true])) section:is([aria-labelledby], [aria-label])";

/** Pages that say one thing. */
const NOTICES = ["/account/confirm", "/account/password-changed", "/applink", "/ChatGPT", "/demo"];

/** Agency (0) or brand (1), from the panel beside the greeting. */
const chooses = (button, act) => ({
  mood: "full",
  act: async (page) => {
    const place = page.locator("main button[aria-expanded][aria-controls]").first();
    await place.click();
    await page
      .locator(`[id="${await place.getAttribute("aria-controls")}"] button`)
      .nth(button)
      .click();
    await page.locator("[role=dialog] :is(fieldset, input)").first().waitFor();
    await act?.(page);
  },
});

/** Presses a button of `/account/security`, and waits for what it opens. */
const account = (button, shown, act) => ({
  path: "/account/security",
  wait: DRAWN,
  act: async (page) => {
    await page.locator("main section button").nth(button).click();
    await page.locator(shown).first().waitFor();
    await act?.(page);
  },
});

const typesPassword = async (page) => {
  await page.locator("[name=newPassword]").fill("turnip8Lamp");
  await page.locator("[name=confirmPassword]").fill("turnip8Lamp");
  await page.locator("form [aria-live=polite]:not(:empty)").waitFor();
};

/** The question of the first button on another page of one's own account. */
const ownAccount = (name) => ({
  path: `/account/${name}`,
  wait: DRAWN,
  act: async (page) => {
    await page.locator("main section li button").first().click();
    await page.locator("[role=alertdialog]").waitFor();
  },
});

/** A page of `features/organisations` or `features/iris` for a person who may change it. */
const changes = (path, accessList, act) => ({ path, accessList, wait: DRAWN, act });
const adds = async (page) => {
  await page.locator("main button:has(.lucide-plus)").first().click();
  await page.locator("[role=dialog] form").waitFor();
};
const firstRow = (item) => async (page) => {
  await page.locator("main tbody tr").first().locator("button").last().click();
  await takes(page, page.getByRole("menuitem").nth(item));
  await page.locator("[role=dialog], [role=alertdialog]").first().waitFor();
};
/** Searches a person to add to a group. */
const addsPerson = (words, found) => async (page) => {
  await page.locator("main button:has(.lucide-user-plus)").click();
  await page.locator("[role=dialog] form input").fill(words);
  await page.keyboard.press("Enter");
  await page.locator(found).first().waitFor({ state: "attached" });
};
const EXAMINE = ["view", "examine"].map(
  (may) => `account_maintain.AccountManagement.PermissionRequestList.${may}`,
);
/** Presses a button in the rows of a list. */
const rowButton = (index) => async (page) => {
  await page.locator("main tbody button").nth(index).click();
  await page.locator("[role=dialog], [role=alertdialog]").first().waitFor();
};
const APPLICANTS = ["view", "examine"].map(
  (may) => `account_maintain.AccountManagement.ApplicationForAccount.${may}`,
);
const ORGANISATION = ["view", "edit"].map(
  (may) => `account_maintain.AccountManagement.OrganisationList.${may}`,
);
const IRIS = ["account_maintain.AccountManagement.IRISMappingList.view"];
const REQUESTS = ["account_maintain.AccountManagement.AccountList.edit"];

/**
 * Each page of `app/pages.ts` for a person who only has the right to enter it, and its list with no results.
 * `tests/e2e/menu.test.mjs` shows those of the menu to axe at 1440 on the real server.
 */
function viewsOfPage({ path, need, nav }) {
  if (path.includes(":")) return {};
  // The whole path: two sections have a list of this name.
  const name = path.slice(1).replaceAll("/", "-");
  const view = {
    path,
    accessList: need.code ? [need.code] : [],
    ...(need.role && { roles: ["member", need.role] }),
    wait: NOTICES.includes(path) ? "main h1" : DRAWN,
    isInMenuTest: nav !== undefined,
  };
  const act = async (page) => {
    const box = page.locator("main search input[type=search]").first();
    if ((await box.count()) === 0) return;
    await box.fill("zebra");
    await page.locator("main .lucide-search-x").waitFor();
  };
  return { [name]: view, [`${name}-nothing-found`]: { ...view, act } };
}

const { pages } = await moduleOf("app/pages");

/** Opens the palette, searches, and waits for what comes. */
async function searched(page, words, comes) {
  await page.keyboard.press("/");
  await page.getByRole("combobox").fill(words);
  await page.locator(comes).first().waitFor();
}

/** A page with a variable part in its address needs a view that says its value. */
export const views = {
  home: { mood: "full" },
  unfolded: { mood: "full", act: unfold },
  empty: { mood: "empty", wait: "main a[href$='/my-groups']" },
  welcome: { mood: "new", wait: "main ol button[aria-pressed]" },
  failed: { mood: "failed", wait: "main [role=alert], main [role=status] button" },
  chat: { path: "/ChatGPT?chat=c-1", wait: "main table" },
  chatcut: {
    path: "/ChatGPT?chat=c-2",
    wait: "main [role=log] article:nth-child(3) button",
    act: (page) => page.locator("main summary").click(),
  },
  chatdelete: {
    path: "/ChatGPT?chat=c-1",
    wait: "main table",
    act: async (page) => {
      // A narrow screen has the chats in a drawer.
      const opener = page.locator("main button:has(.lucide-messages-square)");
      if (await opener.isVisible()) await opener.click();
      const places = page.locator(
        "main nav button:has(.lucide-trash-2), [role=dialog] button:has(.lucide-trash-2)",
      );
      await places.locator("visible=true").first().click();
      await page.locator("[role=alertdialog]").waitFor();
    },
  },
  palette: { mood: "full", act: (page) => searched(page, "", "[role=option]") },
  palettefound: { mood: "full", act: (page) => searched(page, "me", "[role=option] .lucide-network") },
  palettepeople: {
    mood: "full",
    act: async (page) => {
      await searched(page, "wangx", "[role=option] .lucide-search");
      await page.keyboard.press("Enter");
      await page.locator("[role=option] .lucide-mail").waitFor();
    },
  },
  palettenone: { mood: "full", act: (page) => searched(page, "zebra", "[role=option] .lucide-search") },
  cardmenu: {
    mood: "full",
    act: async (page) => {
      await page.locator("ul > li button[aria-haspopup=menu]").first().click();
      await page.getByRole("menu").waitFor();
    },
  },
  hiddencards: {
    mood: "full",
    act: async (page) => {
      await page.locator("main button[aria-expanded]").last().click();
    },
  },
  about: { mood: "full", path: "/?about=1", wait: "[role=dialog] h3" },
  aboutclosed: { mood: "full", path: "/?about=4", wait: "[role=dialog] h3" },
  resources: { mood: "full", path: "/?resources=", wait: "[role=dialog] h3" },
  place: {
    mood: "full",
    act: (page) => page.locator("main button[aria-expanded][aria-controls]").first().click(),
  },
  placeagency: chooses(0),
  placeagencyquestion: chooses(0, async (page) => {
    await page.locator("[role=dialog] label").nth(2).click();
    await page.locator("[role=dialog] button").nth(1).click();
    await page.getByRole("alertdialog").waitFor();
  }),
  placebrand: chooses(1),
  menu: {
    mood: "full",
    act: async (page) => {
      await page.locator("#person-button").click();
      await page.getByRole("menu").waitFor();
    },
  },
  helpmenu: {
    mood: "full",
    act: async (page) => {
      await page.locator("header button:has(.lucide-circle-question-mark)").click();
      await page.getByRole("menu").waitFor();
    },
  },
  shortcuts: {
    mood: "full",
    act: async (page) => {
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
  },
  blocked: {
    mood: "full",
    act: async (page) => {
      await unfold(page);
      await page.locator("[data-app-card='4']").click();
      await page.getByText("Client Service North").waitFor();
    },
  },
  links: {
    mood: "full",
    act: async (page) => {
      await page.locator("[data-app-card='3']").click();
      await page.getByRole("dialog").waitFor();
    },
  },
  waits: {
    mood: "full",
    act: async (page) => {
      await page.locator("[data-app-card='12']").click();
      await page.getByText("Client Service North").waitFor();
    },
  },
  elsewhere: {
    mood: "full",
    act: async (page) => {
      await unfold(page);
      await page.locator("[data-app-card='13']").click();
      await page.getByRole("dialog").waitFor();
    },
  },
  loading: { mood: "full", delay: 60_000, wait: "header" },
  offline: { mood: "full", act: (page) => page.context().setOffline(true) },
  lost: {
    mood: "full",
    act: async (page) => {
      await page.context().setOffline(true);
      // A page that no earlier view has loaded.
      await page.evaluate(() => {
        history.pushState({}, "", "/no/such/page");
        dispatchEvent(new PopStateEvent("popstate"));
      });
      await page.locator("main .lucide-wifi-off").waitFor();
    },
  },
  ...Object.assign({}, ...pages.map(viewsOfPage)),
  agencyedit: changes("/auth-management/agencies", ORGANISATION, firstRow(0)),
  agencyoff: changes("/auth-management/agencies", ORGANISATION, firstRow(1)),
  brandadd: changes("/auth-management/brands", ORGANISATION, adds),
  irisadd: changes("/auth-management/IRIS-list", IRIS, adds),
  irisedit: changes("/auth-management/IRIS-list", IRIS, firstRow(0)),
  agencyrefuse: changes("/auth-management/agency-requests", REQUESTS, firstRow(1)),
  applicants: changes("/auth-management/account-applications", APPLICANTS),
  applicantapprove: changes("/auth-management/account-applications", APPLICANTS, rowButton(0)),
  applicantrefuse: changes("/auth-management/account-applications", APPLICANTS, rowButton(1)),
  groupapplicants: { path: "/my-groups/g-1/account-applications", wait: DRAWN },
  auditentry: audit(openEntry),
  audithistory: audit(async (page) => {
    await openEntry(page);
    await page.getByRole("dialog").locator("button:has(.lucide-history)").click();
    await page.getByRole("dialog").locator("time").first().waitFor();
  }),
  auditexport: audit(async (page) => {
    await page.locator("main button:has(.lucide-download)").click();
    await page.getByRole("dialog").waitFor();
  }),
  auditmenu: audit(async (page) => {
    // Collapses the menu on a wide screen, opens it on a narrow one.
    const buttons = page.locator("button:has(.lucide-panel-left-close), button:has(.lucide-menu)");
    await buttons.locator("visible=true").click();
    await page
      .locator("button:has(.lucide-panel-left-open), [role=dialog]")
      .locator("visible=true")
      .waitFor();
  }),
  assistanttest: version(0, "[role=dialog] [role=status]"),
  assistantedit: version(1, "[role=dialog] form"),
  assistantdelete: version(2, "[role=alertdialog]"),
  assistantquota: gateway("quotas", "main tbody a", async (page) => {
    await page.locator("main tbody a").first().click();
    await page.locator("[role=dialog] form").waitFor();
  }),
  assistantuse: gateway("use", "main tbody td"),
  provideredit: provider(2, "[role=dialog] form"),
  providertest: provider(0, "[role=dialog] li"),
  provideraddresses: provider(1, "[role=dialog] code"),
  providerdelete: provider(4, "[role=alertdialog]"),
  applicationdetails: application(openApplication),
  applicationdeclared: application((page) => openApplication(page, 1)),
  applicationadd: application(async (page) => {
    await page.locator("main button:has(.lucide-plus)").first().click();
    await page.locator("[role=dialog] form").waitFor();
  }),
  applicationneeds: application(async (page) => {
    await toSecondStep(page, "Reports");
    await page.evaluate(() => {
      for (const section of document.querySelectorAll("[role=dialog] details")) section.open = true;
    });
  }),
  applicationready: application(addsApplication),
  applicationedit: application(async (page) => {
    await fromDetails(3, "[role=dialog] form input")(page);
    await page.evaluate(() => {
      for (const section of document.querySelectorAll("[role=dialog] details")) section.open = true;
    });
  }),
  applicationsecret: application(fromDetails(1, "[role=alertdialog] input[type=checkbox]")),
  applicationshown: application(async (page) => {
    await fromDetails(1, "[role=alertdialog] input[type=checkbox]")(page);
    await page.getByRole("alertdialog").getByRole("button").nth(1).click();
    await page.locator("[role=alertdialog] code").waitFor();
  }),
  applicationlost: application(losesSecret),
  rightdetails: rights(opens("scroll-text", "[role=dialog] dl")),
  rightadd: rights(adds),
  rightedit: rights(opens("pencil", "[role=dialog] form input")),
  rightgroups: rights(opens("network", "[role=dialog] form input")),
  rightconfirm: rights(opens("shield-check", "[role=alertdialog] li")),
  rightdelete: rights(opens("trash-2", "[role=alertdialog] p")),
  rightbulk: rights((page) => page.locator("main thead input[type=checkbox]").click()),
  roledetails: roles(opens("scroll-text", "[role=dialog] dl")),
  roleadd: roles(adds),
  roleedit: roles(opens("pencil", "[role=dialog] fieldset")),
  rolepeople: roles(opens("users", "[role=dialog] li")),
  roledelete: roles(opens("trash-2", "[role=dialog] button")),
  productadd: products(adds),
  productedit: products(opens("pencil", "[role=dialog] form input")),
  overviewtable: {
    path: "/operation-access/overview",
    accessList: ["operation_access.SystemManagement.Overview.view"],
    wait: "main section svg[role=img]",
    act: async (page) => {
      await page.locator("main section button:has(.lucide-table)").first().click();
      await page.locator("main section table").first().waitFor();
    },
  },
  jobroutines: {
    path: "/operation-access/job-list",
    accessList: ["operation_access.SystemManagement.JobList.view"],
    wait: "main tbody td",
    act: async (page) => {
      await page.locator("main button:has(.lucide-timer, .lucide-triangle-alert)").click();
      await page.locator("[role=dialog] dl").first().waitFor();
    },
  },
  mailsample: {
    path: "/operation-access/mail-list",
    accessList: ["operation_access.SystemManagement.JobList.view"],
    wait: "main ul li a",
    act: async (page) => {
      await page.locator("main ul li a").nth(1).click();
      await page.locator("[role=dialog] dl").waitFor();
    },
  },
  news: {
    path: "/?announcements=",
    wait: "main",
    act: (page) => page.locator("[role=dialog] article h3").waitFor(),
  },
  announcementadd: announcements(adds),
  announcementedit: announcements(opens("pencil", "[role=dialog] form input")),
  announcementreaders: announcements(opens("eye", "[role=dialog] li")),
  announcementdelete: announcements(opens("trash-2", "[role=alertdialog]")),
  surveyadd: surveys(adds),
  surveyedit: surveys(opens("pencil", "[role=dialog] form input")),
  surveyresults: surveys(opens("chart-column", "[role=dialog] table")),
  surveydelete: surveys(opens("trash-2", "[role=alertdialog]")),
  survey: { path: "/surveys/s-1", wait: "main form" },
  feedback: feedback((page) => page.locator("main summary").first().click()),
  feedbackdetails: feedback(openEntry),
  feedbackanswer: feedback(async (page) => {
    await openEntry(page);
    await page.getByRole("dialog").locator("section > div > div").last().getByRole("button").first().click();
    await page.locator("[role=dialog] textarea").waitFor();
  }),
  feedbackform: {
    path: "/?feedback=0",
    wait: "main",
    act: (page) => page.locator("[role=dialog] textarea").waitFor(),
  },
  accountfeedback: { path: "/account/feedback", wait: "main article" },
  moduleadd: modules(adds),
  moduleedit: modules(opens("pencil", "[role=dialog] form input")),
  moduledelete: modules(opens("trash-2", "[role=dialog] button")),
  groupadd: group(async (page) => {
    await page.locator("main button:has(.lucide-plus)").first().click();
    await page.locator("[role=dialog] form").waitFor();
  }),
  groupmembers: group(opens("users", "[role=dialog] li")),
  groupmembership: {
    ...group(async (page) => {
      await opens("users", "[role=dialog] li")(page);
      await page.locator("[role=dialog] li:last-child button").first().click();
      await page.locator("[role=dialog] input[type=checkbox]").waitFor();
    }),
    roles: ["member", "admin"],
  },
  groupaccess: group(opens("key-round", "[role=dialog] fieldset")),
  groupindustries: group(opens("factory", "[role=dialog] li")),
  groupconfirm: {
    ...group(opens("shield-check", "[role=alertdialog] li")),
    accessList: [`${GROUPS}.view`, "operation_access.AccessManagement.AccessList.confirm"],
  },
  groupedit: group(async (page) => {
    await page.locator("main tbody tr:last-child button[aria-haspopup=menu]").click();
    await page.getByRole("menuitem").first().click();
    await page.locator("[role=dialog] form input").first().waitFor();
    await page.evaluate(() => {
      for (const section of document.querySelectorAll("[role=dialog] details")) section.open = true;
    });
  }),
  groupapply: { path: "/my-groups", wait: DRAWN, act: rowButton(0) },
  groupleave: { path: "/my-groups", wait: DRAWN, act: rowButton(2) },
  members: { path: "/my-groups/g-1", wait: DRAWN },
  invitations: { path: "/my-groups/g-1/invitations", wait: DRAWN },
  invitationwithdraw: { path: "/my-groups/g-1/invitations", wait: DRAWN, act: rowButton(0) },
  memberextend: { path: "/my-groups/g-1", wait: DRAWN, act: rowButton(0) },
  memberextendnow: {
    path: "/my-groups/g-1",
    wait: DRAWN,
    act: async (page) => {
      await page.locator("main tbody button").nth(2).click();
      await page.locator("[role=status] svg").first().waitFor();
    },
  },
  memberdelete: { path: "/my-groups/g-1", wait: DRAWN, act: rowButton(1) },
  memberreject: { path: "/my-groups/g-1?status=1", wait: DRAWN, act: rowButton(1) },
  membersformer: { path: "/my-groups/g-1?status=2", wait: DRAWN },
  memberadd: {
    path: "/my-groups/g-1",
    wait: DRAWN,
    act: addsPerson("finn", "[role=dialog] tbody [role=radio], [role=dialog] tbody input"),
  },
  memberaddnobody: {
    path: "/my-groups/g-1",
    wait: DRAWN,
    act: addsPerson("zebra", "[role=dialog] .lucide-circle-alert"),
  },
  memberaccount: {
    path: "/my-groups/g-1/add-account",
    roles: ["member", "groupManager"],
    wait: "[role=dialog] form",
  },
  requestwithdraw: { path: "/my-requests", wait: DRAWN, act: rowButton(0) },
  queue: { path: "/requests", waiting: 3, wait: DRAWN },
  queueapprove: { path: "/requests", waiting: 3, wait: DRAWN, act: rowButton(0) },
  queuerefuse: { path: "/requests", waiting: 120, wait: DRAWN, act: rowButton(1) },
  queuemany: {
    path: "/requests",
    waiting: 3,
    wait: DRAWN,
    act: async (page) => {
      await page.locator("thead input[type=checkbox]").first().check({ force: true });
      await page.getByRole("region").last().locator("button").first().waitFor();
    },
  },
  queueasked: {
    path: "/requests?requestId=q-1&request=q-1&view=approve",
    waiting: 1,
    wait: "[role=alertdialog]",
  },
  queuelinked: { path: "/requests?requestId=q-1", waiting: 1, wait: DRAWN },
  examine: { path: "/auth-management/access-list", accessList: EXAMINE, wait: DRAWN },
  ask: { path: "/ask/4", wait: "main form" },
  askwaits: { path: "/ask/12", wait: "main .lucide-hourglass" },
  askopen: { path: "/ask/1", wait: "main .lucide-circle-check" },
  asknobody: { path: "/ask/13", wait: "main h1" },
  askunknown: { path: "/ask/99", wait: "main .lucide-search-x" },
  askapply: { path: "/?ask=4", wait: "[role=dialog] form" },
  asksent: {
    path: "/?ask=4",
    wait: "[role=dialog] form",
    act: async (page) => {
      await page.locator("[role=dialog] input[type=radio]").first().check();
      await page.locator("[role=dialog] button[type=submit]").click();
      await page.locator("[role=dialog] form").waitFor({ state: "detached" });
    },
  },
  homeof: {
    path: "/auth-management/account-list/a-2/home",
    accessList: ["account_maintain.AccountManagement.AccountList.home"],
    wait: "main li",
  },
  profileemail: {
    path: "/account/profile",
    wait: DRAWN,
    act: async (page) => {
      await page.locator("main dl button").first().click();
      await page
        .locator("[role=dialog] input")
        .fill("dan.member.of.the.northern.client.service@northlight-media.example");
      await page.locator("[role=dialog] [type=submit]").click();
      await page.locator("[role=dialog]").waitFor({ state: "detached" });
    },
  },
  profileemaildialog: {
    path: "/account/profile",
    wait: DRAWN,
    act: async (page) => {
      await page.locator("main dl button").first().click();
      await page.locator("[role=dialog] input").waitFor();
    },
  },
  profileagency: {
    path: "/account/profile",
    wait: DRAWN,
    act: async (page) => {
      await page.locator("main dl button").nth(1).click();
      await page.locator("[role=dialog] fieldset").waitFor();
    },
  },
  profileclaims: {
    path: "/account/profile",
    wait: DRAWN,
    act: async (page) => {
      await page.locator("main section:has(dl)").nth(2).getByRole("button").click();
      await page.locator("[role=dialog] select").waitFor();
    },
  },
  accountdata: {
    path: "/account/data",
    wait: DRAWN,
    act: async (page) => {
      await page.locator("main section button").first().click();
      await page.locator("[role=dialog]").waitFor();
    },
  },
  accountpassword: {
    path: "/account/security?change-password",
    wait: "[role=dialog] input",
    act: typesPassword,
  },
  accountpasswordquestion: {
    path: "/account-user/password?first",
    wait: DRAWN,
    act: async (page) => {
      await typesPassword(page);
      await page.locator("main form [type=submit]").click();
      await page.locator("[role=alertdialog]").waitFor();
    },
  },
  accountadd: account(0, "[role=dialog] img"),
  accountremove: account(1, "[role=alertdialog]"),
  accountpasskey: account(5, "[role=dialog]"),
  accountpasskeyremove: account(6, "[role=alertdialog]"),
  messaginglink: { path: "/account/messaging-app?wechatToken=right-link", wait: "main button" },
  accountcodes: account(2, "[role=alertdialog]", async (page) => {
    await page.getByRole("alertdialog").getByRole("button").nth(1).click();
    await page.locator("[role=alertdialog] code").first().waitFor();
  }),
  accountsessionend: ownAccount("sessions"),
  accountlock: {
    path: "/account/sessions",
    wait: DRAWN,
    act: async (page) => {
      await page.locator("main section").last().getByRole("button").click();
      await page.locator("[role=alertdialog]").waitFor();
    },
  },
  accountwithdraw: ownAccount("applications"),
  accountsreset: {
    path: "/auth-management/account-list",
    accessList: ["account_maintain.AccountManagement.AccountList.view"],
    wait: DRAWN,
    act: opens("shield-off", "[role=alertdialog]"),
  },
  unauthorised: { path: "/401", wait: "h1" },
  notfound: { path: "/no/such/page", wait: "h1" },
};

for (const { path } of pages) {
  const shows = (view) => new RegExp(`^${path.replace(/:\w+/g, "[^/?]+")}(\\?|$)`).test(view.path ?? "/");
  if (!Object.values(views).some(shows)) throw new Error(`views.mjs has no view of ${path}`);
}
