import { describe, expect, it } from "vitest";
import { answers, bare, nobody, refusal, server, success } from "../testing/server";
import { createApi, dataOf } from "./client";
import { failureText } from "./failure-text";
import { SessionOver } from "./session/protocol";

const api = createApi((request) => fetch(request));
const ask = () =>
  dataOf(api.GET("/api/security/user/login-count", { params: { query: { username: "Dan" } } }));
const PATH = "/api/security/user/login-count";

/** E-38, K-45, X-01 to X-08. */
describe("the envelope", () => {
  it("returns its data on status 0", async () => {
    server.use(answers("get", PATH, () => success({ loginCount: 3, firstLogin: false })));
    await expect(ask()).resolves.toEqual({ loginCount: 3, firstLogin: false });
  });

  it.each([
    [1, "refused"],
    [100000, "needLogin"],
    [100011, "refused"],
    [100012, "refused"],
    [100013, "denied"],
    [999999, "refused"],
  ])("turns status %i into a failure of kind %s with the server's words", async (status, kind) => {
    server.use(answers("get", PATH, () => refusal(status, "As the server says")));
    const failure = await ask().catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind, status, message: "As the server says", requestId: "req-7" });
    expect(failureText(failure)).toBe("As the server says");
  });

  it("recognises a busy server and keeps the request id of a header", async () => {
    server.use(answers("get", PATH, () => bare(503, { "x-request-id": "h-1" })));
    const failure = await ask().catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: "busy", requestId: "h-1" });
    expect(failureText(failure)).toBe("The server is busy. Try again in a moment.");
  });

  it("recognises a lost connection", async () => {
    server.use(answers("get", PATH, () => nobody));
    await expect(ask()).rejects.toMatchObject({ kind: "network" });
  });

  it("recognises a session that has ended", async () => {
    const over = createApi(() => Promise.reject(new SessionOver()));
    await expect(dataOf(over.POST("/api/security/logout", { body: {} }))).rejects.toMatchObject({
      kind: "needLogin",
    });
  });
});
