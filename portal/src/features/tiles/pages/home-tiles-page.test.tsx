import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aUser } from "../../../testing/factories";
import { fakeTiles } from "../../../testing/fake-tiles";
import { expectAccessible, renderPortal } from "../../../testing/render";
import { answers, handlerOf, server, success } from "../../../testing/server";
import { routes } from "../routes";

const PATH = "/operation-access/home-tiles";
const EDIT = "operation_access.SystemManagement.HomeTiles.edit";

let sent: unknown[];

beforeEach(() => {
  const fake = fakeTiles();
  sent = fake.sent;
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList: [EDIT] }))),
    ...fake.mocks.map(handlerOf),
  );
});

/** G-23. */
describe("the tiles of home", () => {
  it("say where each leads", async () => {
    renderPortal(PATH, routes);
    const list = await screen.findByRole("link", { name: "Academy" });
    expect(list.closest("ul")?.textContent).toBe(
      "Industry data sourcesNo targetAcademyhttps://learn.example/coursesSubmit a briefOpens Brief desk",
    );
    await expectAccessible();
  });

  it("are changed with the version that was read", async () => {
    const { user } = renderPortal(PATH, routes);
    await user.click(await screen.findByRole("link", { name: "Industry data sources" }));
    const drawer = await screen.findByRole("dialog", { name: "Change Industry data sources" });
    await user.type(within(drawer).getByRole("textbox", { name: "Name" }), "Market data");
    await user.type(within(drawer).getByRole("textbox", { name: "Link" }), "https://data.example/");
    await expectAccessible();
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual([
      {
        slot: "data_sources",
        name: "Market data",
        nameZh: "",
        description: "",
        descriptionZh: "",
        url: "https://data.example/",
        productId: null,
        version: 0,
      },
    ]);
    await screen.findByRole("link", { name: "Market data" });
  });
});
