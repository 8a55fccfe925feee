import type { components } from "../api/schema";
import { mockList } from "./mock-list";
import { mock, success, type Mock } from "./mocks";

type Applicant = components["schemas"]["ApplicantRow"];
type State = Applicant["state"];

export function anApplicant(given: Partial<Applicant> = {}): Applicant {
  return {
    id: "p-1",
    userId: "u-11",
    username: "LiWei",
    fullName: "李伟",
    email: "li.wei.of.the.northern.client.service@northlight-media.example",
    agencyId: "7",
    agencyName: "Northlight",
    clientId: null,
    clientName: null,
    wantedGroup: "client service north",
    groupId: "g-1",
    groupName: "Client Service North",
    reason: "I plan media for the spring campaign",
    state: 0,
    createdAt: Date.UTC(2026, 10, 10, 10),
    decidedAt: null,
    decidedBy: null,
    answer: "",
    mayDecide: true,
    ...given,
  };
}

/** Applications in every state. */
export const someApplicants: Applicant[] = [
  anApplicant(),
  anApplicant({
    id: "p-2",
    username: "WangFang",
    fullName: "",
    email: "wang@demo.test",
    clientId: "c-1",
    clientName: "Harbour Foods",
    createdAt: Date.UTC(2026, 10, 12, 10),
  }),
  anApplicant({
    id: "p-3",
    username: "FinnFar",
    fullName: "Finn Far",
    email: "finn@demo.test",
    agencyId: null,
    agencyName: null,
    wantedGroup: "Moon team",
    groupId: null,
    groupName: null,
    createdAt: Date.UTC(2026, 10, 18, 10),
    mayDecide: false,
  }),
  anApplicant({
    id: "p-4",
    username: "OldOne",
    fullName: "Old One",
    wantedGroup: "",
    groupId: null,
    groupName: null,
    state: 2,
    decidedBy: "Ada Super",
    decidedAt: Date.UTC(2026, 10, 20, 10),
    answer: "You have an account at your agency.",
    mayDecide: false,
  }),
];

/** Mocks the applications of a server. `sent` collects the bodies of all decisions. */
export function fakeApplicants(applicants: Applicant[] = someApplicants) {
  const state = { applicants, sent: [] as unknown[] };
  // The first filter stands for the server's default: what waits.
  const list = (asked?: string) => ({
    rows: () =>
      state.applicants.filter((one) => asked === undefined || one.groupId === asked || one.groupId === null),
    filters: {
      state: (row: Applicant, value: string) => row.state === Number(value),
      groupId: () => true,
    },
    sorts: { created: ({ createdAt }: Applicant) => createdAt },
  });
  const waitingUnless = (made: ReturnType<typeof mockList>): Mock => ({
    ...made,
    reply: (asked) => made.reply({ ...asked, query: { state: "0", ...asked.query } }),
  });
  const decided = (body: { ids: string[]; status: string; comment?: string | null }) => {
    state.sent.push(body);
    const waits = (id: string) => state.applicants.some((one) => one.id === id && one.state === 0);
    const answer = {
      decided: body.ids.filter(waits),
      skipped: body.ids.filter((id) => !waits(id)),
      unusable: [],
    };
    const next: State = body.status === "approved" ? 1 : 2;
    state.applicants = state.applicants.map((one) =>
      answer.decided.includes(one.id)
        ? { ...one, state: next, answer: body.comment ?? "", decidedBy: "Dan Member", mayDecide: false }
        : one,
    );
    return success(answer);
  };
  const mocks: Mock[] = [
    waitingUnless(mockList("/api/security/admin/account-application/list", list())),
    waitingUnless(mockList("/api/security/user-group/account-application/list", list("g-1"))),
    mock("post", "/api/security/admin/account-application/decide", ({ body }) => decided(body)),
    mock("post", "/api/security/user-group/account-application/decide", ({ body }) => decided(body)),
  ];
  return { state, mocks };
}

export const standIn = () => fakeApplicants().mocks;
