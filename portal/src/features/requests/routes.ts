import { ClipboardCheck } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    requests: typeof english;
  }
}

const texts: RouteEntry["texts"] = [
  ownTexts("requests", import.meta.glob("./locales/*.json")),
  "asking",
  "list",
  "form",
  "dc",
];

/**
 * R-07, S-17: all requests; the administrators of a product see those for their product. Then the groups that a person
 * sees, what their groups open, their requests, the requests that wait for a decision, and a closed product.
 */
export const routes: RouteEntry[] = [
  {
    path: "/auth-management/access-list",
    title: { "en-us": "Access requests", "zh-cn": "权限申请" },
    need: { code: "account_maintain.AccountManagement.PermissionRequestList.view", ofProducts: true },
    nav: { section: "accounts", icon: ClipboardCheck },
    texts,
    load: () => import("./pages/access-list-page"),
  },
  {
    path: "/my-groups",
    title: { "en-us": "Groups", "zh-cn": "用户组" },
    need: "session",
    texts,
    load: () => import("./pages/my-groups-page"),
  },
  {
    path: "/my-groups/:groupId",
    title: { "en-us": "Members of the group", "zh-cn": "用户组成员" },
    need: "session",
    texts,
    load: () => import("./pages/group-members-page"),
  },
  {
    path: "/my-groups/:groupId/invitations",
    title: { "en-us": "Invitations to register", "zh-cn": "注册邀请" },
    need: "session",
    texts,
    load: () => import("./pages/group-invitations-page"),
  },
  {
    path: "/my-access",
    title: { "en-us": "Group information", "zh-cn": "用户组信息" },
    need: "session",
    texts,
    load: () => import("./pages/my-access-page"),
  },
  {
    path: "/my-requests",
    title: { "en-us": "My requests", "zh-cn": "我的申请" },
    need: "session",
    texts,
    load: () => import("./pages/my-requests-page"),
  },
  {
    path: "/requests",
    title: { "en-us": "Waiting for your approval", "zh-cn": "待您审批" },
    need: "session",
    texts,
    load: () => import("./pages/requests-page"),
  },
  {
    path: "/ask/:productId",
    title: { "en-us": "Ask for access", "zh-cn": "申请访问" },
    need: "session",
    texts,
    load: () => import("./pages/ask-page"),
  },
];
