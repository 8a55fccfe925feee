import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { someServices } from "../testing/render";
import { ORIGIN, server } from "../testing/server";
import { write } from "./write";

const PATH = "/api/security/user/set-lang";
const OK = { status: 0, data: { lang: "en-us" }, msg: "" };

/** Sends changes to a server that answers each by the next of `answers`. Gives the key of each. */
async function keysOf(answers: (() => Response)[], langs: ("en-us" | "zh-cn")[]) {
  const keys: (string | null)[] = [];
  server.use(
    http.post(ORIGIN + PATH, ({ request }) => {
      keys.push(request.headers.get("idempotency-key"));
      return answers[keys.length - 1]!();
    }),
  );
  const services = someServices();
  for (const lang of langs) await write(services, PATH, { appName: "SSO", lang }).catch(() => undefined);
  return keys;
}

const good = () => HttpResponse.json(OK);
const lost = () => HttpResponse.error();
const over = () => HttpResponse.json({ status: 100000, data: null, msg: "" }, { status: 401 });
const busy = () => new HttpResponse("", { status: 503 });
const refused = () => HttpResponse.json({ status: 100012, data: null, msg: "No." });

/** A change whose answer was lost is sent again under the key of its press. */
describe("the key of a press", () => {
  it.each([
    ["an answer that was lost", lost, true],
    ["a session that was over", over, true],
    ["a busy server", busy, true],
    ["a refusal", refused, false],
    ["success", good, false],
  ])("after %s stays: %s", async (_what, first, same) => {
    const [one, two, three] = await keysOf([first, good, good], ["en-us", "en-us", "en-us"]);
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect(two === one).toBe(same);
    // After an answer, the same change is a new press.
    expect(three).not.toBe(two);
  });

  it("changes with the body", async () => {
    const [one, two] = await keysOf([lost, good], ["en-us", "zh-cn"]);
    expect(two).not.toBe(one);
  });
});
