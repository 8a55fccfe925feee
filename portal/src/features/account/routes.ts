import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";
import { CONFIRM, DELETED, LOCKED, PASSWORD, PASSWORD_CHANGED, PATHS } from "./paths";

declare module "../../i18n/texts" {
  interface Texts {
    account: typeof english;
  }
}

const words = ownTexts("account", import.meta.glob("./locales/*.json"));

/** A person's own account. */
export const routes: RouteEntry[] = [
  {
    path: "/account",
    title: { "en-us": "My account", "zh-cn": "我的账号" },
    need: "session",
    load: () => import("./pages/account-page"),
  },
  {
    path: PATHS.profile,
    title: { "en-us": "Profile", "zh-cn": "个人资料" },
    need: "session",
    texts: [words, "form"],
    load: () => import("./pages/profile-page"),
  },
  {
    path: PATHS.security,
    title: { "en-us": "Account security", "zh-cn": "账号安全" },
    need: "session",
    texts: [words, "form", "dc"],
    load: () => import("./pages/security-page"),
  },
  {
    path: PATHS.sessions,
    title: { "en-us": "Sessions and devices", "zh-cn": "会话与设备" },
    need: "session",
    texts: [words],
    load: () => import("./pages/sessions-page"),
  },
  {
    path: PATHS.applications,
    title: { "en-us": "Applications with access", "zh-cn": "已授权的应用" },
    need: "session",
    texts: [words],
    load: () => import("./pages/applications-page"),
  },
  {
    path: PATHS.history,
    title: { "en-us": "Account history", "zh-cn": "账号历史记录" },
    need: "session",
    texts: [words, "history", "list", "dc"],
    load: () => import("./pages/history-page"),
  },
  {
    path: PATHS.notifications,
    title: { "en-us": "Notifications", "zh-cn": "通知" },
    need: "session",
    texts: [words],
    load: () => import("./pages/notifications-page"),
  },
  {
    path: "/account/feedback",
    title: { "en-us": "My feedback", "zh-cn": "我的反馈" },
    need: "session",
    texts: [words, "feedback", "list"],
    load: () => import("./pages/feedback-page"),
  },
  {
    path: PATHS.data,
    title: { "en-us": "My data", "zh-cn": "我的数据" },
    need: "session",
    texts: [words, "list"],
    load: () => import("./pages/data-page"),
  },
  {
    path: CONFIRM,
    title: { "en-us": "Confirm that it is you", "zh-cn": "确认身份" },
    unlisted: true,
    need: "session",
    texts: [words],
    load: () => import("./pages/confirm-page"),
  },
  {
    path: PASSWORD,
    title: { "en-us": "Update Password", "zh-cn": "修改密码" },
    need: "session",
    texts: [words, "form", "dc"],
    load: () => import("./pages/password-page"),
  },
  {
    path: PASSWORD_CHANGED,
    title: { "en-us": "Password changed", "zh-cn": "密码已修改" },
    need: "public",
    texts: [words],
    load: () => import("./pages/password-changed-page"),
  },
  {
    path: LOCKED,
    title: { "en-us": "Account locked", "zh-cn": "账号已锁定" },
    need: "public",
    texts: [words],
    load: () => import("./pages/locked-page"),
  },
  {
    path: DELETED,
    title: { "en-us": "Account deleted", "zh-cn": "账号已删除" },
    need: "public",
    texts: [words],
    load: () => import("./pages/deleted-page"),
  },
];
