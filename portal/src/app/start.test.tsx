import { Button } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import type { Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dataOf } from "../api/client";
import { STATUS } from "../api/failure";
import { useServices } from "../api/services";
import { keepPending } from "../api/session/pending";
import { Session } from "../api/session/session";
import { openStore } from "../api/session/store";
import type { RouteEntry } from "../access/route-entry";
import { useAct } from "../kit/use-act";
import { aConfig, someTokens } from "../testing/factories";
import { fakeProvider } from "../testing/provider";
import type { Reply } from "../testing/mocks";
import { expectAccessible } from "../testing/render";
import { answers, ORIGIN, refusal, server, stepUp } from "../testing/server";
import { currentToasts } from "../ui/toast/toast-store";
import { arrive } from "./arrive";
import { start } from "./start";

/** A page with every kind of call: two at once when it opens, one on a click, and one that shows its own message. */
function Calling() {
  const { api } = useServices();
  const count = (username: string) =>
    dataOf(api.GET("/api/security/user/login-count", { params: { query: { username } } }));
  const first = useQuery({ queryKey: ["user", "count", 1], queryFn: () => count("Ada"), retry: false });
  const second = useQuery({ queryKey: ["user", "count", 2], queryFn: () => count("Ben"), retry: false });
  const change = async (username: string) => ({
    path: "/api/security/logout" as const,
    data: await count(username),
  });
  const plain = useAct(() => change("Dan"), { done: "", refresh: [] });
  const own = useAct(() => change("Eve"), { done: "", refresh: [], onFailure: () => undefined });
  return (
    <>
      <h1>{first.isError && second.isError ? "Both failed" : "Asking"}</h1>
      <Button onClick={() => void plain.run()}>Plain</Button>
      <Button onClick={() => void own.run().then(() => (document.title = "own: over"))}>Own</Button>
    </>
  );
}

const first: RouteEntry[] = [
  {
    path: "/",
    title: { "en-us": "Home", "zh-cn": "首页" },
    need: "session",
    load: () => Promise.resolve({ default: Calling }),
  },
];

let root: Root | undefined;

/** Starts the portal as a browser does, for somebody with a session. */
async function startSignedIn(answer: (username: string | undefined) => Reply<never>) {
  await (await openStore()).set("tokens", await someTokens());
  server.use(
    http.get(`${ORIGIN}/config.json`, () => HttpResponse.json(aConfig())),
    answers("get", "/api/security/user/login-count", ({ query }) => answer(query.username)),
  );
  const element = document.body.appendChild(document.createElement("div"));
  root = await act(() => start(element, arrive(first), { first, more: () => Promise.resolve([]) }));
  return userEvent.setup();
}

/** Starts the portal as a browser does, for somebody who comes back from the sign-in while the server fails. */
async function startAtCallback() {
  keepPending("s-1", { verifier: "v".repeat(43), nonce: "n-1", returnTo: "/?from=time" });
  history.replaceState(null, "", `/callback?code=c-1&state=s-1&iss=${ORIGIN}`);
  server.use(
    http.get(`${ORIGIN}/config.json`, () => HttpResponse.json(aConfig())),
    http.post(`${ORIGIN}/oauth2/token`, () => new HttpResponse("", { status: 503 })),
    ...fakeProvider().handlers,
  );
  const element = document.body.appendChild(document.createElement("div"));
  root = await act(() => start(element, arrive(first), { first, more: () => Promise.resolve([]) }));
  return userEvent.setup();
}

// Other test files sign out, and their tabs would tell this one, which would leave for good.
beforeEach(() => {
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      postMessage = () => undefined;
    },
  );
});

const warnings = () => currentToasts().map(({ tone, text }) => `${tone}: ${text}`);

afterEach(() => {
  act(() => root?.unmount());
  root = undefined;
});

/** F-60, X-01: parallel failures show one warning, unless the page shows its own message. */
describe("the portal as it starts", () => {
  it("warns once of calls that fail at the same time", async () => {
    await startSignedIn(() => refusal(STATUS.other, "It broke."));
    await screen.findByRole("heading", { name: "Both failed" });
    expect(warnings()).toEqual(["warning: It broke."]);
    expect(screen.getAllByText("It broke.")).toHaveLength(1);
  });

  it("warns of a change that fails, unless its caller shows the failure", async () => {
    const user = await startSignedIn((username) => refusal(STATUS.other, `Not ${username}.`));
    await screen.findByRole("heading", { name: "Both failed" });
    await user.click(screen.getByRole("button", { name: "Own" }));
    await waitFor(() => expect(document.title).toBe("own: over"));
    // The two calls run at the same time; either may be answered first.
    expect(warnings().sort()).toEqual(["warning: Not Ada.", "warning: Not Ben."]);
    await user.click(screen.getByRole("button", { name: "Plain" }));
    await screen.findByText("Not Dan.");
    expect(warnings()).toHaveLength(3);
  });

  /** T-11, F-10: the end of the session leads to one sign-in and back, without a warning. */
  it("leads to one sign-in without a warning when the session has ended", async () => {
    const begin = vi.spyOn(Session.prototype, "begin").mockReturnValue(new Promise(() => undefined));
    history.replaceState(null, "", "/?from=time#x");
    await startSignedIn(() => refusal(STATUS.needLogin, "Please sign in."));
    await screen.findByRole("heading", { name: "Both failed" });
    await waitFor(() => expect(begin).toHaveBeenCalledWith("/?from=time#x"));
    expect(warnings()).toEqual([]);
  });

  /** RFC 9470 sections 3 and 4: the session is not over, so nothing leads to the sign-in until the person agrees. */
  it("asks the person to confirm who they are, and goes to the sign-in only then", async () => {
    const begin = vi.spyOn(Session.prototype, "begin").mockReturnValue(new Promise(() => undefined));
    history.replaceState(null, "", "/?from=time#x");
    const user = await startSignedIn(() => stepUp());
    const dialog = await screen.findByRole("alertdialog", { name: "Confirm that it is you" });
    const confirm = within(dialog).getByRole("button", { name: "Confirm" });
    await waitFor(() => expect(document.activeElement).toBe(confirm));
    await expectAccessible(dialog);
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(begin).not.toHaveBeenCalled();
    expect(warnings()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Plain" }));
    await user.click(await screen.findByRole("button", { name: "Confirm" }));
    const proof = { acr_values: "urn:atrium:acr:mfa", max_age: "300" };
    expect(begin).toHaveBeenCalledExactlyOnceWith("/?from=time#x", { proof, word: undefined });
    expect(screen.getByRole("button", { name: "Confirm" }).getAttribute("aria-busy")).toBe("true");
    expect(warnings()).toEqual([]);
  });

  it("says if the sign-in page does not open", async () => {
    vi.spyOn(Session.prototype, "begin").mockRejectedValue(new TypeError("Failed to fetch"));
    const user = await startSignedIn(() => stepUp());
    await user.click(await screen.findByRole("button", { name: "Confirm" }));
    await screen.findByText("The sign-in page didn’t open. Check your connection, then try again.");
    expect(screen.getByRole("button", { name: "Confirm" }).getAttribute("aria-busy")).toBe("false");
  });

  /** RFC 6749 section 4.1.2: a code works once, so trying again can only lead to a new sign-in. */
  it("leads from a sign-in that failed at the server to a new sign-in", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const user = await startAtCallback();
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await screen.findByRole("button", { name: "Sign in again" });
  });
});
