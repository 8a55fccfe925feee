import * as industries from "../../features/groups/industry-queries";
import * as inside from "../../features/groups/inside-queries";
import * as groups from "../../features/groups/queries";
import * as modules from "../../features/modules/queries";
import * as rights from "../../features/rights/queries";
import * as rolePeople from "../../features/rights/people-queries";
import * as roles from "../../features/rights/role-queries";
import { choice, rows, shown } from "./answers";

// Groups.
rows("groups", groups.groupList, "group", "member", "product", "account");
shown(
  "group",
  (s) => groups.groupQuery(s, "g-1"),
  ...(["group", "data of a group", "member", "product", "account", "organisation"] as const),
);
choice("people for a group", groups.people, "account");
choice("products for a group", groups.products, "product");
shown(
  "people of a group",
  (s) => inside.membersQuery(s, "g-1", { pageNum: 1, pageSize: 10 }, () => ({})),
  ...(["member", "account"] as const),
);
choice("people who are not in a group", (s) => inside.others(s, "g-1"), "member", "account");
shown(
  "access of a group",
  (s) => inside.accessQuery(s, "g-1"),
  ...(["group", "member", "access of a group", "right", "product"] as const),
);
shown(
  "rights of a product for a group",
  (s) => inside.rightsOfProduct(s, 4, "g-1"),
  ...(["access of a group", "right", "module"] as const),
);
shown(
  "industries of a group",
  (s) => industries.industriesQuery(s, "g-1"),
  ...(["group", "member", "data of a group", "organisation"] as const),
);
choice("industries", (s) => industries.industries(s, "g-1"), "data of a group", "organisation");
choice("brands of an industry", (s) => industries.brandsOfIndustry(s, "g-1", "i-1"), "organisation");
// Modules, rights and roles.
rows("modules", modules.moduleList, "module", "right", "product");
rows("rights", rights.rightList, "right", "access of a group", "module", "product");
shown(
  "right",
  (s) => rights.rightQuery(s, "r-1"),
  ...(["right", "access of a group", "rights of a role", "role", "group", "module", "product"] as const),
);
choice("groups for a right", (s) => rights.groupsOf(s, "r-1"), "group", "access of a group");
rows(
  "roles",
  roles.roleList,
  ...(["role", "people of a role", "rights of a role", "right", "product", "organisation"] as const),
);
shown(
  "role",
  (s) => roles.roleQuery(s, "x-1"),
  ...(["role", "people of a role", "rights of a role", "right", "product", "organisation"] as const),
);
shown(
  "rights of a product for a role",
  (s) => roles.rightsTree(s, 4, "x-1"),
  "rights of a role",
  "right",
  "module",
);
shown(
  "people of a role",
  (s) => rolePeople.peopleQuery(s, "x-1", { pageNum: 1, pageSize: 10 }),
  ...(["people of a role", "account", "organisation"] as const),
);
choice("people without a role", (s) => rolePeople.others(s, "x-1"), "people of a role", "account");
