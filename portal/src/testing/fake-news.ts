import type { components } from "../api/schema";
import { hasPart } from "./mock-list";
import { mock, success, type Mock } from "./mocks";

type News = components["schemas"]["ReadAnnouncement"];

export function someNews(given: Partial<News> = {}): News {
  const id = given.id ?? "n-1";
  return {
    id,
    messageId: id,
    title: `News ${id}`,
    content: `About **${id}**`,
    launchTime: "2026-11-20 09:00",
    launchAt: Date.UTC(2026, 10, 20, 1),
    mustRead: false,
    read: false,
    ...given,
  };
}

/** Mocks the announcements of a reader, one on a page. `read` collects what was read. */
export function fakeNews(news: News[]): { mocks: Mock[]; read: string[] } {
  const read: string[] = [];
  const mocks: Mock[] = [
    mock("get", "/api/security/admin/announcement/history", ({ query }) => {
      const found = news.filter(({ title }) => hasPart(title, query.search ?? ""));
      const pages = Math.max(1, found.length);
      const pageNum = Math.min(Number(query.pageNum), pages);
      const list = found.slice(pageNum - 1, pageNum).map((one) => ({ ...one, read: read.includes(one.id) }));
      const unread = news.filter(({ id }) => !read.includes(id)).length;
      const numbers = { pages, pageNum, pageSize: 1, navigatePage: 8, navigateLastPage: pages, unread };
      return success({ list, total: found.length, ...numbers });
    }),
    mock("post", "/api/security/admin/message/read", ({ body }) => {
      read.push(body.messageId);
      return success(null);
    }),
  ];
  return { mocks, read };
}

export const standIn = () =>
  fakeNews([
    someNews({
      title: "Planned maintenance of the media planner and of everything that reads its calendars",
      content:
        "On **Saturday** from 20:00 to 22:00 we update the planner.\n\n- Calendars are read only.\n- [Status page](https://status.example/)\n\n| System | From | Until |\n|---|---|---|\n| Planner | 20:00 | 22:00 |",
    }),
    someNews({ id: "n-2", title: "年度会议安排", content: "## 议程\n\n1. 开场\n2. 总结", mustRead: true }),
    someNews({ id: "n-3" }),
  ]).mocks;
