import { describeList } from "../../../testing/describe-list";
import { fakeProducts, someProducts } from "../../../testing/fake-products";
import { routes } from "../routes";

const LONG = "Reach, frequency and cost of every campaign in all regions, by week and by medium";
const CODE = "REACHFREQUENCY";

/** R-10, S-19, C-067. */
describeList({
  routes,
  list: "/api/security/admin/app/list",
  mocks: () => fakeProducts(someProducts),
  cells: {
    "en-us": [
      ["Media planner", "MEDIAPLAN", "On", "Some people", "Everyday", "1", "Chloe Manager", "Nov 20, 2026"],
      [LONG, CODE, "On", "Everyone", "Studies", "1,200", "–", "Nov 20, 2026"],
      ["媒介计划档案", "ARCHIVE", "Off", "Some people", "Not shown", "1", "Chloe Manager", "Nov 20, 2026"],
    ],
    "zh-cn": [
      ["Media planner", "MEDIAPLAN", "启用", "部分人员", "日常", "1", "Chloe Manager", "2026年11月20日"],
      [LONG, CODE, "启用", "所有人", "Studies", "1,200", "–", "2026年11月20日"],
      ["媒介计划档案", "ARCHIVE", "停用", "部分人员", "不显示", "1", "Chloe Manager", "2026年11月20日"],
    ],
  },
  narrowed: {
    address: "sort=-order&context=zebra&typeId=2&status=1",
    asks: { sort: "-order", context: "zebra", typeId: "2", status: "1" },
    // The settings of the tests have no name for this list.
    chips: ["Name or code: zebra", "List on the home page: Applications 2", "Status: Off"],
  },
});
