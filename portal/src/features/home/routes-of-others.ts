import type { RouteEntry } from "../../access/route-entry";

/**
 * The catalogue of all applications, and the home page of an account for administrators who help its owner (decision 0027).
 */
export const routes: RouteEntry[] = [
  {
    path: "/catalogue",
    title: { "en-us": "Catalogue", "zh-cn": "应用目录" },
    need: "session",
    texts: ["home", "homeMore", "asking", "form", "list"],
    load: () => import("./pages/catalogue-page"),
  },
  {
    path: "/auth-management/account-list/:userId/home",
    title: { "en-us": "Home of an account", "zh-cn": "账号的首页" },
    need: { code: "account_maintain.AccountManagement.AccountList.home" },
    texts: ["home", "looking"],
    load: () => import("./pages/home-of-page"),
  },
];
