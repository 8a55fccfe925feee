import { ArrowLeftRight, Briefcase, Building2, Factory, Split, Tag } from "lucide-react";
import type { RouteEntry } from "../../access/route-entry";
import { ownTexts } from "../../i18n/own-texts";
import type english from "./locales/en-us.json";

declare module "../../i18n/texts" {
  interface Texts {
    organisations: typeof english;
  }
}

const page = {
  need: { code: "account_maintain.AccountManagement.OrganisationList.view" },
  texts: [ownTexts("organisations", import.meta.glob("./locales/*.json")), "list", "form", "dc"],
} as const;

/** The first tab of these pages. */
const AGENCIES = "/auth-management/agencies";

/** Small pages for what accounts belong to and what groups and access rights name. */
export const routes: RouteEntry[] = [
  {
    ...page,
    path: "/auth-management/agencies",
    title: { "en-us": "Agencies", "zh-cn": "代理公司" },
    nav: { section: "accounts", icon: Building2, title: { "en-us": "Organisation", "zh-cn": "组织" } },
    load: () => import("./pages/agencies-page"),
  },
  {
    ...page,
    path: "/auth-management/clients",
    title: { "en-us": "Clients", "zh-cn": "客户" },
    nav: { section: "accounts", icon: Briefcase, under: AGENCIES },
    load: () => import("./pages/clients-page"),
  },
  {
    ...page,
    path: "/auth-management/brands",
    title: { "en-us": "Brands", "zh-cn": "品牌" },
    nav: { section: "accounts", icon: Tag, under: AGENCIES },
    load: () => import("./pages/brands-page"),
  },
  {
    ...page,
    path: "/auth-management/divisions",
    title: { "en-us": "Divisions", "zh-cn": "事业部" },
    nav: { section: "accounts", icon: Split, under: AGENCIES },
    load: () => import("./pages/divisions-page"),
  },
  {
    ...page,
    path: "/auth-management/industries",
    title: { "en-us": "Industries", "zh-cn": "行业" },
    nav: { section: "accounts", icon: Factory, under: AGENCIES },
    load: () => import("./pages/industries-page"),
  },
  {
    ...page,
    path: "/auth-management/agency-requests",
    title: { "en-us": "Agency requests", "zh-cn": "代理公司申请" },
    need: { code: "account_maintain.AccountManagement.AccountList.edit" },
    nav: { section: "accounts", icon: ArrowLeftRight, under: AGENCIES },
    load: () => import("./pages/agency-requests-page"),
  },
];
