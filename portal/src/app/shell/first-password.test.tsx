import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupNoticeQuery } from "../../access/group-notice";
import { useServices } from "../../api/services";
import { aUser } from "../../testing/factories";
import { renderPart } from "../../testing/render";
import { answers, refusal, server, success } from "../../testing/server";
import FirstPassword from "./first-password";

/** A page whose call the server refuses. */
function Page() {
  const { isError } = useQuery(groupNoticeQuery(useServices()));
  return (
    <>
      {isError ? "Refused" : "Asking"}
      <FirstPassword />
    </>
  );
}

function show(firstLogin: boolean, path: string) {
  const asked: (string | undefined)[] = [];
  server.use(
    answers("get", "/api/security/user/user-group/notify", () => refusal(100013, "Not allowed.")),
    answers("post", "/api/security/user/info", () => success(aUser())),
    answers("get", "/api/security/user/login-count", ({ query }) => {
      asked.push(query.username);
      return success({ loginCount: 3, firstLogin });
    }),
  );
  return { ...renderPart(<Page />, path), asked };
}

/** F-13, F-54. */
describe("an account that must choose a password first", () => {
  it("is led to the page for it by the first refusal", async () => {
    const { router, asked } = show(true, "/my-groups");
    await waitFor(() => expect(router.state.location.pathname).toBe("/account-user/password"));
    expect(router.state.location.search).toBe("?first");
    expect(asked).toEqual([aUser().username]);
  });

  it("stays on that page", async () => {
    const { router, asked } = show(true, "/account-user/password");
    await screen.findByText("Refused");
    expect([router.state.location.search, asked]).toEqual(["", []]);
  });

  it("stays where it is for a missing right", async () => {
    const { router, asked } = show(false, "/my-groups");
    await waitFor(() => expect(asked).toHaveLength(1));
    await screen.findByText("Refused");
    expect(router.state.location.pathname).toBe("/my-groups");
  });
});
