import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { place } from "../../../api/step-up";
import { chooseLanguage } from "../../../i18n/i18n";
import { aUser } from "../../../testing/factories";
import { aSession, expectAccessible, renderPortal } from "../../../testing/render";
import { answers, server, success } from "../../../testing/server";
import { routes } from "../routes";

beforeEach(() => server.use(answers("post", "/api/security/user/info", () => success(aUser()))));

/** RFC 9470 section 4: the tab that a form with typed work opens. */
it("goes to the sign-in for what is asked, and nothing else of its address", async () => {
  const session = aSession();
  renderPortal("/account/confirm?acr_values=a%20b&max_age=300&prompt=none", routes, { session });
  await waitFor(() =>
    expect(session.begin).toHaveBeenCalledExactlyOnceWith("/account/confirm", {
      proof: { acr_values: "a b", max_age: "300" },
      word: "confirmed",
    }),
  );
});

it("says that the person has confirmed it", async () => {
  place.resumed = "confirmed";
  const { container } = renderPortal("/account/confirm", routes);
  await screen.findByRole("heading", { name: "Confirmed" });
  await expectAccessible(container);
  await chooseLanguage("zh-cn");
  await screen.findByRole("heading", { name: "已确认" });
});

it("says that nothing was confirmed, also if the sign-in page does not open", async () => {
  const { unmount } = renderPortal("/account/confirm", routes);
  await screen.findByRole("heading", { name: "Nothing was confirmed" });
  unmount();
  const session = aSession({ begin: vi.fn(() => Promise.reject(new TypeError("Failed to fetch"))) });
  renderPortal("/account/confirm?max_age=300", routes, { session });
  await screen.findByRole("heading", { name: "Nothing was confirmed" });
});
