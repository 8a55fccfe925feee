import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aHome, aNotice } from "../../../testing/factories";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, server, success } from "../../../testing/server";
import { routes } from "../routes";

/** Mocks home, which says whether the offer is due, and what the server says when it is noted; counts the latter. */
function offered(offer: boolean, isFirstLogin = false, noted = true) {
  const asked = { times: 0 };
  const notice = aNotice({ isFirstLogin });
  server.use(
    answers("get", "/api/security/home", () => success(aHome({ notice, passkeyOffer: offer }))),
    answers("get", "/api/security/user/user-group/notify", () => success(notice)),
    answers("post", "/api/security/account/passkeys/offer", () => {
      asked.times += 1;
      return success({ offer: noted });
    }),
  );
  return asked;
}

const OFFER = /with your fingerprint, your face or your screen lock/;

describe("the offer of a passkey", () => {
  beforeEach(() => vi.stubGlobal("PublicKeyCredential", vi.fn()));
  afterEach(() => vi.unstubAllGlobals());

  it("is one sentence that leads to the account page, and can be put away", async () => {
    const asked = offered(true);
    const { user } = renderPortal("/", routes);
    await screen.findByText(OFFER);
    expect(screen.getByRole("link", { name: "Add a passkey" }).getAttribute("href")).toBe(
      "/account/security#passkeys",
    );
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Later" }));
    expect(screen.queryByText(OFFER)).toBeNull();
    expect(asked.times).toBe(1);
  });

  it("is neither shown nor noted when it is not due", async () => {
    const asked = offered(false);
    renderPortal("/", routes);
    await screen.findByRole("link", { name: "Find a group" });
    await screen.findByRole("link", { name: "Requests" });
    expect(screen.queryByText(OFFER)).toBeNull();
    expect(asked.times).toBe(0);
  });

  it("goes if another tab has shown it meanwhile", async () => {
    const asked = offered(true, false, false);
    renderPortal("/", routes);
    await waitFor(() => expect(asked.times).toBe(1));
    await waitFor(() => expect(screen.queryByText(OFFER)).toBeNull());
  });

  /** Home asks one thing at a time. */
  it("waits for another visit if a newcomer is asked to choose a group", async () => {
    const asked = offered(true, true);
    renderPortal("/", routes);
    await screen.findByText("Please enter Group Manager to select your group");
    expect(asked.times).toBe(0);
    expect(screen.queryByText(OFFER)).toBeNull();
  });

  it("is not asked for in a browser without passkeys", async () => {
    vi.unstubAllGlobals();
    const asked = offered(true);
    renderPortal("/", routes);
    await screen.findByRole("link", { name: "Find a group" });
    await screen.findByRole("link", { name: "Requests" });
    expect(asked.times).toBe(0);
  });
});
