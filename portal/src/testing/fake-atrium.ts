import type { components } from "../api/schema";
import { aHome, aNotice } from "./factories";
import { mock, refusal, success, type Mock, type Reply } from "./mocks";
import { groupAdmins, person, products } from "./people-and-products";

type UserInfo = components["schemas"]["UserInfo"];

/** The state of the mocks. A check may change it at any time. */
export interface FakeAtrium {
  /** How home answers. */
  mood: "full" | "new" | "empty" | "failed" | "denied";
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
    mock("get", "/api/security/user/user-group/notify", () => success(noticeOf(fake))),
    mock("post", "/api/security/user/user-group/click-monitor", () => success({ clickStatus: 1 })),
    mock("get", "/api/security/home", () => home(fake)),
    ...arranging(fake),
    mock("get", "/api/security/app/list", () => success(fake.mood === "empty" ? [] : products)),
    mock("get", "/api/security/find", ({ query }) => success(found(query.q ?? ""))),
    mock("get", "/api/security/find/applications", ({ query }) =>
      success({ productIds: found(query.q ?? "").applications.map(({ id }) => id) }),
    ),
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
  ];
}

type Home = components["schemas"]["Home"];

/** What the person has chosen; each check begins with the same. */
const chosen = new WeakMap<FakeAtrium, Home["chosen"]>();
const choicesOf = (fake: FakeAtrium) =>
  chosen.get(fake) ?? (fake.mood === "empty" ? aHome().chosen : { pins: [3, 1], hidden: [15], version: 2 });

const noticeOf = ({ mood, waiting = 0 }: FakeAtrium) =>
  aNotice({ isFirstLogin: mood === "empty" || mood === "new", notify: waiting });

function home(fake: FakeAtrium): Reply<Home> {
  if (fake.mood === "failed") return refusal(999999, "Something went wrong.");
  if (fake.mood === "denied") return refusal(100013, "Not authorized");
  const notice = noticeOf(fake);
  if (fake.mood === "empty") return success(aHome({ notice }));
  if (fake.mood === "new") {
    const welcome = { group: false, pinned: false, passkey: true };
    return success(aHome({ cards: products, notice, welcome }));
  }
  const recent = products.filter(({ hasAccess }) => hasAccess).map(({ id }) => id);
  return success(
    aHome({
      cards: products,
      chosen: choicesOf(fake),
      recent: recent.slice(0, 6),
      team: products.slice(0, 9).map(({ id }) => id),
      notice,
      assistant: true,
      tiles: [
        { slot: "upskill", name: "", description: "", url: "https://learn.example/", productId: null },
        { slot: "brief", name: "", description: "", url: "", productId: 2 },
      ],
      latest: {
        id: "n-1",
        title: "Planned maintenance of the media planner and of everything that reads its calendars",
        launchTime: "2026-11-20 09:00",
        launchAt: Date.UTC(2026, 10, 20, 1),
      },
    }),
  );
}

function arranging(fake: FakeAtrium): Mock[] {
  const save = (change: Partial<Home["chosen"]>) => {
    const now = { ...choicesOf(fake), ...change };
    now.version += 1;
    chosen.set(fake, now);
    return now;
  };
  const without = (ids: number[], id: number) => ids.filter((one) => one !== id);
  return [
    mock("post", "/api/security/app/favourite", ({ body: { id, on } }) => {
      const { pins, hidden } = choicesOf(fake);
      return success(
        save({
          pins: [...without(pins, id), ...(on ? [id] : [])],
          hidden: on ? without(hidden, id) : hidden,
        }),
      );
    }),
    mock("post", "/api/security/app/hide", ({ body: { id, on } }) => {
      const { pins, hidden } = choicesOf(fake);
      return success(
        save({ hidden: [...without(hidden, id), ...(on ? [id] : [])], pins: on ? without(pins, id) : pins }),
      );
    }),
    mock("post", "/api/security/app/order", ({ body }) =>
      success({ saved: true, ...save({ pins: body.ids }) }),
    ),
    mock("post", "/api/security/app/leave-welcome", () => success(null)),
    mock("get", "/api/security/app/v2/list-info", ({ query }) => {
      const product = products.find(({ id }) => String(id) === query.appId);
      if (!product) return refusal(100012, "There is no such application.");
      return success({
        ...product,
        featuresBenefits: [{ title: "One place", description: "Everything about a campaign in one place." }],
        snapshots: [],
        files: product.hasAccess ? [{ description: "Handbook", url: "/files/handbook.pdf" }] : [],
        grantedBy: [],
        groups: [],
      });
    }),
    mock("get", "/api/security/resource/list", () =>
      success(products.slice(0, 6).map((product) => ({ ...product, files: [] }))),
    ),
  ];
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
