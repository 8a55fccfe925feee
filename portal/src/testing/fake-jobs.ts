import type { components } from "../api/schema";
import { mockList } from "./mock-list";
import { mock, refusal, success, type Mock } from "./mocks";

type Job = components["schemas"]["JobRow"];
type Overview = components["schemas"]["JobOverview"];

export function aJob(given: Partial<Job> = {}): Job {
  return {
    jobId: "j-1",
    kind: "mail.send",
    state: "givenUp",
    recipient: "dan@demo.test",
    message: "welcome",
    lane: "",
    attempts: 8,
    lastError: "550 5.1.1 no such mailbox",
    queuedAt: Date.UTC(2026, 10, 20, 9, 30),
    dueAt: null,
    givenUpAt: Date.UTC(2026, 10, 20, 11, 30),
    ...given,
  };
}

export const someRoutines: Overview["routines"] = [
  {
    name: "expired_sessions",
    everySeconds: 20,
    beganAt: Date.UTC(2026, 10, 22, 9, 30, 5),
    tookMs: 3,
    failing: true,
    failedAt: Date.UTC(2026, 10, 22, 9, 30, 5),
    error: "the database did not answer",
  },
  {
    name: "jobs",
    everySeconds: 300,
    beganAt: Date.UTC(2026, 10, 22, 9, 28),
    tookMs: 1,
    failing: false,
    failedAt: null,
    error: null,
  },
];

/** Mocks the queue of a server. `sent` collects the ids that are tried again. */
export function fakeJobs(first: Job[], routines: Overview["routines"] = []) {
  const state = { jobs: first, sent: [] as string[] };
  const mocks: Mock[] = [
    mockList("/api/security/admin/job/list", {
      rows: () => state.jobs,
      filters: {
        kind: ({ kind }, value) => kind === value,
        state: (job, value) => (job.state === "givenUp") === (value === "givenUp"),
      },
      sorts: { queued: ({ queuedAt }) => queuedAt },
    }),
    mock("get", "/api/security/admin/job/overview", () => {
      const kinds = [...new Set(state.jobs.map(({ kind }) => kind))].map((kind) => {
        const own = state.jobs.filter((job) => job.kind === kind);
        const givenUp = own.filter((job) => job.state === "givenUp").length;
        return { kind, waiting: own.length - givenUp, givenUp, dueAt: null };
      });
      return success({ kinds, routines });
    }),
    mock("post", "/api/security/admin/job/retry", ({ body: { jobId } }) => {
      state.sent.push(jobId);
      const job = state.jobs.find((one) => one.jobId === jobId);
      if (job?.state !== "givenUp") return refusal(100012, "Illegal argument", { field: "jobId" });
      const dueAt = Date.UTC(2026, 10, 22, 9, 31);
      const again = { ...job, state: "waiting" as const, attempts: 0, givenUpAt: null, dueAt };
      state.jobs = state.jobs.map((one) => (one === job ? again : one));
      return success({ dueAt });
    }),
  ];
  return { state, mocks };
}

/**
 * Jobs for the checks in a real browser: long reasons, every state, and a kind and an email without
 * a text.
 */
export const someJobs: Job[] = [
  aJob(),
  aJob({
    jobId: "j-2",
    recipient: "marie-therese.petitjean-de-la-fontaine@a-very-long-domain.example",
    message: "newer_letter",
    lastError:
      "421 4.7.0 the server of the recipient asks to slow down, because too many letters came from this address in the last hour",
  }),
  aJob({
    jobId: "j-3",
    kind: "logout.deliver",
    state: "waiting",
    recipient: null,
    message: null,
    lane: "timesheet",
    attempts: 2,
    lastError: "not done within 30s",
    dueAt: Date.UTC(2026, 10, 22, 9, 31),
    givenUpAt: null,
  }),
  aJob({
    jobId: "j-4",
    kind: "newer.kind",
    state: "running",
    recipient: null,
    message: null,
    attempts: 1,
    lastError: null,
    dueAt: Date.UTC(2026, 10, 22, 9, 30),
    givenUpAt: null,
  }),
  aJob({
    jobId: "j-5",
    kind: "membership.end",
    state: "waiting",
    recipient: null,
    message: null,
    person: "李明",
    groupName: "Client Service North",
    lane: "u-3 g-2",
    attempts: 0,
    lastError: null,
    dueAt: Date.UTC(2026, 10, 22, 9, 30),
    givenUpAt: null,
  }),
];

export const someMails: components["schemas"]["MailRow"][] = [
  {
    message: "password_changed",
    subject: "Your Atrium password was changed",
    when: "When the password of an account changes.",
    text: "Hello Dan Member,\n\nThe password of your account DanMember was changed.\n",
  },
  {
    message: "welcome",
    subject: "Welcome to Atrium",
    when: "When an account is added, and when an administrator sends the welcome email again.",
    text: "Choose a password:\nhttps://sso.example.com/reset-password#token=SAMPLE-this-link-does-not-work\n",
  },
  { message: "newer_letter", subject: "Something newer", when: "Later.", text: "Newer.\n" },
];

/** Mocks the emails of a server. `sent` collects the names of samples. */
export function fakeMails(mails = someMails) {
  const sent: string[] = [];
  const mocks: Mock[] = [
    mock("get", "/api/security/admin/mail/list", () => success(mails)),
    mock("post", "/api/security/admin/mail/sample/send", ({ body: { message } }) => {
      sent.push(message);
      return success({ recipient: "ada@demo.test" });
    }),
  ];
  return { sent, mocks };
}

export const standIn = () => [...fakeJobs(someJobs, someRoutines).mocks, ...fakeMails().mocks];
