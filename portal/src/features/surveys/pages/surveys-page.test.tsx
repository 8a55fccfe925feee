import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { describeList } from "../../../testing/describe-list";
import { aUser } from "../../../testing/factories";
import { detailsOf, fakeSurveys, someResults, someSurveys } from "../../../testing/fake-surveys";
import { expectAccessible, itemsOfOpenMenu, renderPortal } from "../../../testing/render";
import { answers, handlerOf, refusal, server, success } from "../../../testing/server";
import { routes } from "../routes";

const LONG = "Media spending questionnaire of the research team for everybody who plans campaigns";

/** R-19, S-24, C-113. */
describeList({
  routes,
  empty: "No surveys yet. People meet a survey on home, one at a time.",
  list: "/api/security/admin/survey/list",
  mocks: () => fakeSurveys(someSurveys).mocks,
  cells: {
    "en-us": [
      [
        "Working with our tools",
        "20 Nov 2026, 09:00",
        "27 Dec 2026, 09:00",
        "On",
        "Everyone",
        "Anonymous",
        "12",
      ],
      [LONG, "20 Nov 2026, 09:00", "27 Dec 2026, 09:00", "On", "Everyone", "Link", "1,234"],
      ["季度回顾", "20 Nov 2026, 09:00", "27 Dec 2026, 09:00", "Off", "Chosen people", "By name", "0"],
    ],
    "zh-cn": [
      [
        "Working with our tools",
        "2026年11月20日 09:00",
        "2026年12月27日 09:00",
        "启用",
        "所有人",
        "匿名",
        "12",
      ],
      [LONG, "2026年11月20日 09:00", "2026年12月27日 09:00", "启用", "所有人", "链接", "1,234"],
      ["季度回顾", "2026年11月20日 09:00", "2026年12月27日 09:00", "停用", "指定人员", "实名", "0"],
    ],
  },
  narrowed: {
    address: "sort=-name&context=zebra&status=0",
    asks: { sort: "-name", context: "zebra", status: "0" },
    chips: ["Name: zebra", "Status: Off"],
  },
});

const RIGHT = "feedback_center.FeedbackCenter.SurveyList";
const ALL = (["view", "edit", "results"] as const).map((may) => `${RIGHT}.${may}` as const);

async function surveys(accessList: readonly (typeof ALL)[number][] = ALL, results = someResults()) {
  const fake = fakeSurveys(someSurveys, results);
  server.use(
    answers("post", "/api/security/user/info", () => success(aUser({ accessList: [...accessList] }))),
    ...fake.mocks.map(handlerOf),
  );
  const view = renderPortal("/feedback-center/survey-list", routes);
  await screen.findByText("季度回顾");
  const menu = async (name: string) => {
    await view.user.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
    return itemsOfOpenMenu();
  };
  const act = async (name: string, action: string) => {
    await menu(name);
    await view.user.click(await screen.findByRole("menuitem", { name: action }));
  };
  return { ...view, menu, act, sent: fake.sent };
}

/** S-24, C-114, C-116 to C-118, G-58, V-26, V-29. */
describe("a survey", () => {
  it("has a menu of what its reader may do", async () => {
    const { menu } = await surveys([`${RIGHT}.view`, `${RIGHT}.results`]);
    expect((await menu("季度回顾")).map(({ textContent }) => textContent)).toEqual(["Results"]);
  });

  it("is added with questions, whose boxes are all filled", async () => {
    const { user, sent } = await surveys();
    await user.click(screen.getByRole("button", { name: "Add survey" }));
    const drawer = await screen.findByRole("dialog", { name: "Add survey" });
    const field = (name: string | RegExp) => within(drawer).getByRole("textbox", { name });
    const send = () => user.click(within(drawer).getByRole("button", { name: "Add survey" }));
    await send();
    expect(within(drawer).getAllByText("Please input valid format")).toHaveLength(6);
    await user.type(field(/^Name\b(?! in)/), "Tea");
    await user.type(field(/^Description\b(?! in)/), "About tea.");
    await user.type(field(/^Question 1/), "Which tea?");
    await user.type(field(/^Option 1/), "Green");
    await user.type(field(/^Option 2/), "Black");
    fireEvent.change(within(drawer).getByLabelText(/^End/), { target: { value: "2026-12-24T18:00" } });
    await expectAccessible(drawer);
    // Alt and an arrow move the option, and not the question around it.
    fireEvent.keyDown(field(/^Option 2/), { key: "ArrowUp", altKey: true });
    await send();
    await waitFor(() => expect(sent).toHaveLength(1));
    const options = [
      { text: "Black", textZh: "" },
      { text: "Green", textZh: "" },
    ];
    const question = { kind: "one", text: "Which tea?", textZh: "", required: true, most: 0, options };
    expect(sent[0]).toMatchObject({ surveyName: "Tea", url: "", anonymous: true, questions: [question] });
  });

  it("with a link sends the address and no questions", async () => {
    const { user, sent } = await surveys();
    await user.click(screen.getByRole("button", { name: "Add survey" }));
    const drawer = await screen.findByRole("dialog", { name: "Add survey" });
    const field = (name: string | RegExp) => within(drawer).getByRole("textbox", { name });
    await user.type(field(/^Name\b(?! in)/), "Spending");
    await user.type(field(/^Description\b(?! in)/), "About money.");
    await user.click(within(drawer).getByRole("radio", { name: "Link" }));
    await user.type(field(/^Link/), "https://ask.example/");
    fireEvent.change(within(drawer).getByLabelText(/^End/), { target: { value: "2026-12-24T18:00" } });
    await user.click(within(drawer).getByRole("button", { name: "Add survey" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      surveyName: "Spending",
      url: "https://ask.example/",
      questions: [],
      endTime: "2026-12-24 18:00",
      status: 0,
    });
  });

  it("keeps its questions once somebody has answered", async () => {
    const { user, act, sent } = await surveys();
    await act("Working with our tools", "Edit");
    const drawer = await screen.findByRole("dialog", { name: "Edit “Working with our tools”" });
    await within(drawer).findByText("12 people have answered. The questions stay as they are.");
    expect(within(drawer).queryByRole("textbox", { name: /^Question 1/ })).toBeNull();
    const name = within(drawer).getByRole("textbox", { name: /^Name\b(?! in)/ });
    await user.clear(name);
    await user.type(name, "Our tools");
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const { questions } = detailsOf(someSurveys[0]!);
    expect(sent[0]).toMatchObject({ id: "s-1", version: 3, surveyName: "Our tools", questions });
  });

  it("is deleted after a question that names it", async () => {
    const { user, act, sent } = await surveys();
    await act("季度回顾", "Delete");
    const question = await screen.findByRole("alertdialog", { name: "Delete “季度回顾”?" });
    expect(within(question).getByText(/All answers are deleted with it/)).toBeTruthy();
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(sent).toEqual([{ id: "s-3" }]));
  });

  it("shows its results with a table for each plot", async () => {
    const { act } = await surveys();
    await act("Working with our tools", "Results");
    const drawer = await screen.findByRole("dialog", { name: "Results of “Working with our tools”" });
    const table = await within(drawer).findByRole("table", { name: "Which tool do you use most?" });
    expect(within(table).getByRole("row", { name: /Media planner 7 70%/ })).toBeTruthy();
    expect(within(drawer).getByText(/results of 10 answers; they change by 5/)).toBeTruthy();
    expect(within(drawer).getByText(/mean 7.6/)).toBeTruthy();
    const numbers = within(drawer).getAllByRole("term");
    expect(numbers.map((one) => `${one.textContent}: ${one.nextElementSibling?.textContent}`)).toEqual([
      "Answered: 12",
      "Opened, not answered: 4",
      "Put off: 3",
    ]);
    await expectAccessible(drawer);
  });

  it("has its answers as a file", async () => {
    const asked: unknown[] = [];
    server.use(
      answers("get", "/api/security/admin/survey/export", ({ query }) => {
        asked.push(query);
        return refusal(999999, "The file is asked for.");
      }),
    );
    const { act, user } = await surveys();
    await act("Working with our tools", "Results");
    const drawer = await screen.findByRole("dialog", { name: "Results of “Working with our tools”" });
    await user.click(await within(drawer).findByRole("button", { name: "Download CSV" }));
    const dialog = await screen.findByRole("dialog", { name: "Download the list: Working with our tools" });
    await user.click(within(dialog).getByRole("button", { name: "Download" }));
    await within(dialog).findByText("The file is asked for.");
    expect(asked).toEqual([{ id: "s-1" }]);
  });

  it("has no results while fewer than five people have answered anonymously", async () => {
    const { act } = await surveys(ALL, someResults({ done: 4, shown: 0 }));
    await act("Working with our tools", "Results");
    const drawer = await screen.findByRole("dialog", { name: "Results of “Working with our tools”" });
    expect(await within(drawer).findByText(/Results begin with 5 answers/)).toBeTruthy();
    expect(within(drawer).queryByRole("table")).toBeNull();
  });
});
