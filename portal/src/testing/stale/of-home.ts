import * as about from "../../features/home/about-queries";
import * as fitting from "../../features/home/fitting-query";
import * as home from "../../features/home/queries";
import * as links from "../../features/links/queries";
import * as examined from "../../features/requests/examined-queries";
import * as requests from "../../features/requests/queries";
import * as members from "../../features/requests/member-queries";
import * as tiles from "../../features/tiles/queries";
import * as asking from "../../kit/asking/queries";
import { groupNameQuery } from "../../kit/group-name";
import * as belonging from "../../kit/place/belonging";
import { choice, rows, shown } from "./answers";

// Home.
shown(
  "links of applications",
  links.linkedProductsQuery,
  ...(["product", "group", "own membership", "own request", "own agency", "account", "request"] as const),
);
shown(
  "home",
  home.homeQuery,
  ...(["product", "group", "own membership", "own request", "own agency", "account"] as const),
  ...(["request", "home", "tile"] as const),
);
shown(
  "details of an application",
  (s) => about.aboutQuery(s, 4),
  ...(["product", "group", "own membership", "own request", "own agency", "account"] as const),
);
shown(
  "applications whose names fit",
  (s) => fitting.fittingQuery(s, "an"),
  ...(["product", "group", "own membership", "own request", "own agency", "account"] as const),
);
shown("texts and files of applications", about.resourcesQuery, "product", "own membership", "own agency");
shown("tiles of home", tiles.homeTilesQuery, "tile", "product");
shown("managers who open a product", (s) => home.groupAdminsQuery(s, 4), "product", "group", "account");
shown("agencies to choose from", belonging.agenciesQuery, "organisation", "own agency");
choice("brands to choose from", belonging.ownBrands, "organisation", "own agency");
// Requests.
rows(
  "own groups",
  requests.myGroupList,
  "group",
  "member",
  "request",
  "own membership",
  "own request",
  "account",
  "product",
);
rows("own requests", requests.myRequestList, "own request", "group", "product");
rows("requests for the reader", requests.requestQueue, "request", "account", "group", "product");
rows("all requests", examined.requestList, "request", "own request", "account", "group", "product");
shown(
  "groups that open a product",
  (s) => asking.askingQuery(s, 4),
  ...(["product", "group", "own membership", "own request", "account"] as const),
);
shown(
  "what one's groups open",
  requests.myAccessQuery,
  ...(["own membership", "group", "access of a group", "right", "product"] as const),
);
rows("members", members.memberList("g-1"), "member", "request", "account");
rows("invitations to register", members.invitationList("g-1"), "invitation");
shown(
  "people to add",
  (s) => members.peopleToAdd(s, { groupId: "g-1", context: "an", pageNum: 1, pageSize: 10 }),
  ...(["member", "account"] as const),
);
shown("name of a group", (s) => groupNameQuery(s, "g-1"), "group");
