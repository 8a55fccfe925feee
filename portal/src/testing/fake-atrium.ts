import type { components } from "../api/schema";
import { aNotice } from "./factories";
import { mock, refusal, success, type Mock, type Reply } from "./mocks";
import { groupAdmins, person, products } from "./people-and-products";

type UserInfo = components["schemas"]["UserInfo"];

/** The state of the mocks. A check may change it at any time. */
export interface FakeAtrium {
  /** How the lists of applications answer. */
  mood: "full" | "empty" | "partial" | "failed" | "denied";
  lang: UserInfo["lang"];
  accessList: UserInfo["accessList"];
  /** Instead of the person's own. */
  roles?: UserInfo["roles"];
  /** How many requests wait for the person. */
  waiting?: number;
  /** Called when the person signs out. */
  signedOut: () => void;
}

/** Mocks the calls of every visit, for a signed-in person with many applications. */
export function fakeAtrium(fake: FakeAtrium): Mock[] {
  return [
    mock("post", "/api/security/user/info", () =>
      success({ ...person, lang: fake.lang, accessList: fake.accessList, roles: fake.roles ?? person.roles }),
    ),
    mock("post", "/api/security/user/set-lang", ({ body }) => {
      fake.lang = body.lang;
      return success({ lang: body.lang });
    }),
    mock("post", "/api/security/logout", () => {
      fake.signedOut();
      return success(null);
    }),
    mock("get", "/api/security/user/login-count", () => success({ loginCount: 7, firstLogin: false })),
    mock("get", "/api/security/user/user-group/notify", () =>
      success(aNotice({ isFirstLogin: fake.mood === "empty", notify: fake.waiting ?? 0 })),
    ),
    mock("post", "/api/security/user/user-group/click-monitor", () => success({ clickStatus: 1 })),
    mock("get", "/api/security/app/v2/list-by-type", ({ query }) => list(fake, query.typeId)),
    mock("get", "/api/security/app/list", () => success(fake.mood === "empty" ? [] : products)),
    mock("get", "/api/security/find", ({ query }) => success(found(query.q ?? ""))),
    mock("get", "/api/security/find/people", () =>
      success([
        {
          userId: null,
          username: "wxm",
          fullName: "王小明",
          agencyName: "North Agency",
          email: "wxm@demo.test",
        },
      ]),
    ),
    mock("get", "/api/security/user/prompt-group-admin", () => success({ groups: groupAdmins })),
    mock("post", "/api/security/app/login-count", ({ body }) => {
      const product = products.find(({ id }) => id === body.productId);
      if (!product?.hasAccess)
        return refusal(100013, "Your account does not have the right to do this. Ask an administrator.");
      const { link, links } = product;
      const token = product.opens === "legacy" ? crypto.randomUUID() : null;
      return success({ count: 7, link, links, token });
    }),
  ];
}

function list({ mood }: FakeAtrium, typeId: string | undefined): Reply<typeof products> {
  if (mood === "failed" || (mood === "partial" && typeId === "3")) {
    return refusal(999999, "Something went wrong.");
  }
  if (mood === "denied") return refusal(100013, "Not authorized");
  return success(mood === "empty" ? [] : products.filter((one) => String(one.typeId) === typeId));
}

/** What the palette finds: applications, groups and, for everybody here, a counted search for people. */
function found(q: string): components["schemas"]["Found"] {
  const fits = (name: string) => name.toLowerCase().includes(q.toLowerCase());
  const groups = ["Media planners of the northern region", "媒体组"].filter(fits);
  return {
    applications: products.filter(({ name }) => fits(name)).slice(0, 8),
    groups: groups.map((groupName, at) => ({ groupId: `group${at}`, groupName })),
    ofAllGroups: false,
    people: [],
    peopleSearch: "counted",
  };
}
