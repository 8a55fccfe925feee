import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { routes } from "../../features/home/routes";
import { aHome, aNotice, aUser } from "../../testing/factories";
import { someNews } from "../../testing/fake-news";
import { fakeBelonging } from "../../testing/fake-belonging";
import { anOffer, fakeSurvey } from "../../testing/fake-survey";
import { renderPortal } from "../../testing/render";
import { answers, handlerOf, server, success } from "../../testing/server";

function visit(home: Parameters<typeof aHome>[0], user: Parameters<typeof aUser>[0] = {}) {
  const fake = fakeSurvey(undefined, anOffer({ id: `of-${Object.keys({ ...home, ...user }).join("-")}` }));
  const asked: string[] = [];
  server.events.on("request:start", ({ request }) => {
    if (request.url.endsWith("/survey/pop-up")) asked.push(request.url);
  });
  server.use(
    answers("get", "/api/security/home", () => success(aHome(home))),
    answers("post", "/api/security/user/info", () => success(aUser({ agencyId: "north", ...user }))),
    ...fakeBelonging().mocks.map(handlerOf),
    ...fake.mocks.filter(({ path }) => !path.endsWith("/message/read")).map(handlerOf),
  );
  return { ...renderPortal("/", routes), asked };
}

/** G-59: one at a time; the agency, an announcement and the choice of a group come before a survey. */
describe("the survey on home", () => {
  it("is offered when nothing else is due", async () => {
    visit({ latest: null });
    const box = await screen.findByRole("dialog", { name: "Survey of-latest" }, { timeout: 5_000 });
    expect(within(box).getByRole("link", { name: "fill now" })).toBeTruthy();
  });

  it("waits for an announcement", async () => {
    const { asked, user } = visit({ announcement: someNews({ id: "first" }) });
    const news = await screen.findByRole("dialog", { name: "News first" }, { timeout: 5_000 });
    expect(asked).toEqual([]);
    await user.click(within(news).getByRole("button", { name: "Got it" }));
    await waitFor(() => expect(asked).not.toEqual([]));
  });

  it("comes to people without an agency after they were asked for one", async () => {
    const { asked, user } = visit({ latest: null }, { agencyId: "", agencyName: "" });
    const question = await screen.findByRole("dialog", { name: "Which agency do you belong to?" });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(asked).toEqual([]);
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(await screen.findByRole("dialog", { name: /^Survey of-/ }, { timeout: 5_000 })).toBeTruthy();
  });

  it("waits while the person changes the agency", async () => {
    const { user } = visit({ latest: null }, { projectIds: [1] });
    const survey = { name: /^Survey of-/ };
    await screen.findByRole("dialog", survey, { timeout: 5_000 });
    await user.click(screen.getByRole("button", { name: /^Agency and client:/ }));
    await user.click(screen.getByRole("button", { name: "Change agency" }));
    const question = await screen.findByRole("dialog", { name: "Choose your agency" });
    expect(screen.queryByRole("dialog", survey)).toBeNull();
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    await screen.findByRole("dialog", survey);
  });

  it("waits for the choice of a group", async () => {
    const { asked } = visit({ notice: aNotice({ isFirstLogin: true }) });
    await screen.findByText("Please enter Group Manager to select your group", {}, { timeout: 5_000 });
    expect(asked).toEqual([]);
  });
});
