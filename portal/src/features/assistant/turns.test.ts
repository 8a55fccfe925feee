import { describe, expect, it } from "vitest";
import { said } from "../../testing/fake-chat";
import { ARRIVING, WHOLE } from "./queries";
import { turnsOf, type Live } from "./turns";

const aLive = (given: Partial<Live> = {}): Live => ({
  ...{
    chatId: "c-1",
    askedIn: "c-1",
    question: "Go",
    answerId: "a-2",
    text: "Hal",
    state: ARRIVING,
    link: "on",
  },
  ...given,
});

const earlier = [said("user", "First"), said("assistant", "Answer", { answerId: "a-1" })];
const shown = (...given: Parameters<typeof turnsOf>) =>
  turnsOf(...given).map(({ key, text, isLive }) => `${key}: ${text}${isLive ? " …" : ""}`);

/** T-37, T-38. */
describe("the turns of a chat", () => {
  it("get a question and a placeholder, which keep their keys when the server has them", () => {
    const before = shown(earlier, aLive());
    expect(before).toEqual(["question a-1: First", "a-1: Answer", "question a-2: Go", "a-2: Hal …"]);
    const stored = [
      ...earlier,
      said("user", "Go"),
      said("assistant", "", { answerId: "a-2", state: ARRIVING }),
    ];
    expect(shown(stored, aLive())).toEqual(before);
    const whole = [...stored.slice(0, -1), said("assistant", "Half and half", { answerId: "a-2" })];
    const after = turnsOf(whole, aLive());
    expect(after.map(({ key }) => key)).toEqual(turnsOf(stored, aLive()).map(({ key }) => key));
    expect(after.at(-1)).toMatchObject({ text: "Half and half", state: WHOLE, isLive: true });
  });

  it("show what arrived if the end cannot be fetched", () => {
    const [turn] = turnsOf([], aLive({ question: undefined, text: "All", state: WHOLE }));
    expect(turn).toMatchObject({ text: "All", state: WHOLE });
  });
});
