import { describeList } from "../../../testing/describe-list";
import { fakeGroups, someGroups } from "../../../testing/fake-groups";
import { routes } from "../routes";

const LONG = "Regional Client Service Directors North and all who stand in for them";
const OPENS = "Time Sheet, 媒介计划, Planning, Archive, Reports and 4 more";

/** R-13, S-22, C-073. */
describeList({
  routes,
  empty: "No groups yet. The members of a group can open its products.",
  list: "/api/security/admin/user-group/list",
  file: "/api/security/admin/user-group/export",
  mocks: () => fakeGroups(someGroups).mocks,
  cells: {
    "en-us": [
      ["Media North", "On", "Everyone", "Chloe Manager and Ben Admin", "1,234", "Time Sheet", ""],
      [LONG, "On", "Everyone", "Ada, Ben, Chloe, Dan, 李明 and 18 more", "1,234", OPENS, ""],
      ["蓝岸广告媒介部", "Off", "Some people", "–", "0", "–", ""],
    ],
    "zh-cn": [
      ["Media North", "启用", "所有人", "Chloe Manager、Ben Admin", "1,234", "Time Sheet", ""],
      [
        LONG,
        "启用",
        "所有人",
        "Ada、Ben、Chloe、Dan、李明、另外 18 人",
        "1,234",
        "Time Sheet、媒介计划、Planning、Archive、Reports、另外 4 个",
        "",
      ],
      ["蓝岸广告媒介部", "停用", "部分人员", "–", "0", "–", ""],
    ],
  },
  narrowed: {
    address: "sort=-created&context=zebra&status=2&visible=partial&appId=7&endsWithin=30",
    asks: {
      sort: "-created",
      context: "zebra",
      status: "2",
      visible: "partial",
      appId: "7",
      endsWithin: "30",
    },
    chips: [
      "Name: zebra",
      "Status: Off",
      "Visible to: Some people",
      "Opens: Time Sheet",
      "Last day of a membership: Within 30 days",
    ],
  },
});
