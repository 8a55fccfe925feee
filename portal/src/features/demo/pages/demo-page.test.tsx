import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { routes } from "../routes";

/** R-23, S-30: a page without a function, with the title of the specification. */
it("shows that the portal works, and leads home", async () => {
  const { container } = renderPortal("/demo", routes);
  await screen.findByRole("heading", { level: 1, name: "You can see the portal’s pages" });
  await waitFor(() => expect(document.title).toBe("Atrium - demo page"));
  expect(screen.getByRole("link", { name: "Go to home" }).getAttribute("href")).toBe("/");
  await expectAccessible(container);
});
