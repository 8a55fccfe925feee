import type { RouteEntry } from "../access/route-entry";
import { routes as account } from "../features/account/routes";
import { routes as accounts } from "../features/accounts/routes";
import { routes as announcements } from "../features/announcements/routes";
import { routes as applicants } from "../features/applicants/routes";
import { routes as applications } from "../features/applications/routes";
import { routes as assistant } from "../features/assistant/routes";
import { routes as audit } from "../features/audit/routes";
import { routes as demo } from "../features/demo/routes";
import { routes as gateway } from "../features/gateway/routes";
import { routes as feedback } from "../features/feedback/routes";
import { routes as groups } from "../features/groups/routes";
import { routes as homeOfOthers } from "../features/home/routes-of-others";
import { routes as insight } from "../features/insight/routes";
import { routes as iris } from "../features/iris/routes";
import { routes as jobs } from "../features/jobs/routes";
import { routes as links } from "../features/links/routes";
import { routes as messaging } from "../features/messaging/routes";
import { routes as modules } from "../features/modules/routes";
import { routes as organisations } from "../features/organisations/routes";
import { routes as products } from "../features/products/routes";
import { routes as providers } from "../features/providers/routes";
import { routes as requests } from "../features/requests/routes";
import { routes as rights } from "../features/rights/routes";
import { routes as surveys } from "../features/surveys/routes";
import { routes as tiles } from "../features/tiles/routes";

/**
 * All pages outside the first load, in the order of the menu. A new feature adds its table here and nowhere else.
 */
export const pages: RouteEntry[] = [
  // The entries of S-15 in its order, then ours, in each section.
  ...accounts,
  ...requests,
  ...iris,
  ...applicants,
  ...organisations,
  ...homeOfOthers,
  ...audit,
  ...products,
  ...modules,
  ...rights,
  ...groups,
  ...announcements,
  ...applications,
  ...providers,
  ...jobs,
  ...gateway,
  ...tiles,
  ...insight,
  ...surveys,
  ...feedback,
  ...account,
  ...messaging,
  ...links,
  ...assistant,
  ...demo,
];
