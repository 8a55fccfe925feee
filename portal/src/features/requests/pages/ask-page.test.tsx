import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fakeRequests } from "../../../testing/fake-requests";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { handlerOf, server } from "../../../testing/server";
import { routes } from "../routes";

let sent: unknown[];

beforeEach(() => {
  const fake = fakeRequests();
  sent = fake.state.sent;
  server.use(...fake.mocks.map(handlerOf));
});

const page = (product: string) => renderPortal(`/ask/${product}`, routes);

/** C-059, C-060, G-36: asking for a product leads to a group that opens it. */
describe("asking for a product", () => {
  it("says why it is closed, which groups open it and who decides, and sends a request for a group", async () => {
    const { user } = page("4");
    await screen.findByRole("heading", { level: 1, name: "Ask for access to Contracts" });
    screen.getByText("None of your groups includes this application.");
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Send request" }));
    await screen.findByText("Choose a group.");
    expect(sent).toEqual([]);
    await user.click(screen.getByRole("radio", { name: /Client Service North/ }));
    screen.getByText("Approvers: Ben Admin");
    await user.type(screen.getByRole("textbox", { name: "Reason" }), "Contract drafts");
    await user.click(screen.getByRole("radio", { name: "90 days" }));
    await user.click(screen.getByRole("button", { name: "Send request" }));
    await screen.findByRole("heading", { level: 1, name: "Request sent" });
    screen.getByText("Your appication is in progress, please wait for approval.");
    screen.getByText("Approvers: Ben Admin");
    screen.getByText("The decision is due 3 Dec 2026.");
    expect(sent).toEqual([{ productId: 4, groupId: "g-2", reason: "Contract drafts", wantedDays: 90 }]);
    await expectAccessible();
  });

  /** D-20, X-22, F-62, G-88. */
  it("sends a reminder of a waiting request, in the contract's words", async () => {
    page("12");
    await screen.findByText("Your appication is in progress, please wait for approval.");
    expect(screen.getByRole("link", { name: "My requests" }).getAttribute("href")).toBe("/my-requests");
    expect(screen.queryByRole("button", { name: /request/ })).toBeNull();
    await expectAccessible();
  });

  it("names the product's administrator where no group can help", async () => {
    page("13");
    await screen.findByText(
      "It isn’t available to your agency. Chloe Manager is responsible for it and can help.",
    );
  });

  it("leads to the card of a product that is open", async () => {
    page("1");
    await screen.findByRole("heading", { level: 1, name: "You have access to Time Sheets" });
  });

  /** A hidden product is refused like an unknown one. */
  it.each(["99", "nonsense"])(
    "explains for the unknown product %s what may be wrong, and what to do",
    async (id) => {
      page(id);
      const heading = "Application not found";
      await screen.findByRole("heading", { level: 1, name: heading });
      expect(screen.getByRole("link", { name: "See your applications" }).getAttribute("href")).toBe("/");
      await expectAccessible();
    },
  );
});
