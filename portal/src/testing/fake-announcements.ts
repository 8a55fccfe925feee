import type { components } from "../api/schema";
import { hasPart, mockList } from "./mock-list";
import { mock, success, type Mock } from "./mocks";

type Row = components["schemas"]["AnnouncementListRow"];
type Details = components["schemas"]["AnnouncementDetails"];

export function anAnnouncement(given: Partial<Row> = {}): Row {
  return {
    id: "n-1",
    title: "Tea at four",
    launchAt: Date.UTC(2026, 10, 20, 1),
    launchTime: "2026-11-20 09:00",
    endsAt: Date.UTC(2026, 10, 27, 1),
    endTime: "2026-11-27 09:00",
    status: 1,
    mustRead: true,
    appName: "",
    targeted: false,
    signInLine: "",
    readers: 1234,
    createdAt: Date.UTC(2026, 10, 19, 9, 30),
    c_time: "2026-11-19 17:30:00",
    version: 3,
    ...given,
  };
}

/** Announcements with long and with Chinese names; one is off and for some people. */
export const someAnnouncements: Row[] = [
  anAnnouncement(),
  anAnnouncement({
    id: "n-2",
    title:
      "Planned maintenance of the media planner and of everything that reads its calendars on Saturday night",
    endsAt: null,
    endTime: "",
    mustRead: false,
    signInLine: "Maintenance on Saturday from 20:00",
    readers: 0,
  }),
  anAnnouncement({
    id: "n-3",
    title: "年度会议安排",
    launchTime: "2026-12-01 09:00",
    status: 0,
    mustRead: false,
    targeted: true,
    readers: 7,
  }),
];

export function detailsOf(row: Row, given: Partial<Details> = {}): Details {
  const { id, title, launchTime, endTime, status, mustRead, appName, signInLine, version } = row;
  return {
    ...{ id, title, launchTime, endTime, status, mustRead, appName, signInLine, version },
    titleZh: "",
    content: "We have **tea**.",
    contentZh: "",
    clientIds: [],
    clients: [],
    agencies: [],
    agencyIds: [],
    groupIds: [],
    groups: [],
    hiddenGroups: 0,
    signInLineZh: "",
    signInFrom: "",
    signInUntil: "",
    timeZone: "Asia/Shanghai",
    c_time: row.c_time,
    changedAt: null,
    changedBy: "",
    ...given,
  };
}

/** Mocks the announcements of a server. `sent` collects the bodies of all changes. */
export function fakeAnnouncements(announcements: Row[]) {
  const sent: unknown[] = [];
  const keep = ({ body }: { body: { id?: string | null } }) => {
    sent.push(body);
    return success({ id: body.id ?? "n-9", version: 4, status: 0 as const });
  };
  const mocks: Mock[] = [
    mockList("/api/security/admin/announcement/list", {
      rows: () => announcements,
      filters: {
        context: ({ title }, part) => hasPart(title, part),
        status: ({ status }, value) => status === Number(value),
      },
      sorts: {
        launch: ({ launchAt }) => launchAt,
        title: ({ title }) => title,
        created: ({ createdAt }) => createdAt,
      },
    }),
    mock("get", "/api/security/admin/announcement/details", ({ query }) =>
      success(detailsOf(announcements.find(({ id }) => id === query.id) ?? anAnnouncement())),
    ),
    mockList("/api/security/admin/announcement/readers", {
      rows: () => [
        { userId: "a-1", username: "DanMember", fullName: "Dan Member", readAt: Date.UTC(2026, 10, 21, 2) },
        { userId: "a-2", username: "wangxiaoming", fullName: "王小明", readAt: Date.UTC(2026, 10, 20, 2) },
      ],
      filters: { id: () => true },
      sorts: { read: ({ readAt }) => readAt },
    }),
    mock("post", "/api/security/admin/announcement/add", keep),
    mock("post", "/api/security/admin/announcement/upd", keep),
    mock("post", "/api/security/admin/announcement/upd-status", keep),
    mock("post", "/api/security/admin/announcement/del", ({ body }) => {
      sent.push(body);
      return success(null);
    }),
  ];
  return { mocks, sent };
}

export const standIn = () => fakeAnnouncements(someAnnouncements).mocks;
