import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { noteSessionEnd } from "../../api/session/session-end";
import { aUser } from "../../testing/factories";
import { aSession, expectAccessible, renderPart } from "../../testing/render";
import { answers, server, success } from "../../testing/server";
import SessionEnding from "./session-ending";

const MINUTE = 60_000;
let left: number;
const asked = vi.fn();

/** An answer after which the session lasts for `left` milliseconds. */
const answered = () =>
  noteSessionEnd(new Response(null, { headers: { "atrium-session-ends-in": String(left / 1000) } }));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  asked.mockReset();
});
afterEach(() => {
  // The end is kept for all parts of a page, and the next test of this worker would be warned.
  left = 24 * 60 * MINUTE;
  answered();
  vi.useRealTimers();
});

function show() {
  server.use(answers("post", "/api/security/user/info", () => success(aUser())));
  const session = aSession({
    fetch: async (request: Request) => {
      const answer = await fetch(request);
      asked();
      answered();
      return answer;
    },
  });
  renderPart(<SessionEnding />, "/", { session });
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
}

const dialog = () => screen.queryByRole("alertdialog", { name: "Your session ends soon" });

it("warns two minutes before the end, and one click stays signed in", async () => {
  const user = show();
  left = 30 * MINUTE;
  act(answered);
  await act(() => vi.advanceTimersByTimeAsync(28 * MINUTE - 1_000));
  expect(asked).not.toHaveBeenCalled();
  left = 2 * MINUTE;
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await waitFor(() => expect(dialog()).not.toBeNull());
  expect(asked).toHaveBeenCalledTimes(1);
  await expectAccessible();
  left = 30 * MINUTE;
  await user.click(screen.getByRole("button", { name: "Stay signed in" }));
  await waitFor(() => expect(dialog()).toBeNull());
  expect(asked).toHaveBeenCalledTimes(2);
});

it("does not warn somebody who used another tab meanwhile", async () => {
  show();
  left = 30 * MINUTE;
  act(answered);
  await act(() => vi.advanceTimersByTimeAsync(28 * MINUTE));
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  expect(dialog()).toBeNull();
  // It warns later.
  await act(() => vi.advanceTimersByTimeAsync(27 * MINUTE));
  left = 2 * MINUTE;
  await act(() => vi.advanceTimersByTimeAsync(MINUTE));
  await waitFor(() => expect(dialog()).not.toBeNull());
});

it("says that a session that is too old ends in any case, and asks the server at the end", async () => {
  const user = show();
  left = 2 * MINUTE;
  act(answered);
  await waitFor(() => expect(dialog()).not.toBeNull());
  await user.click(screen.getByRole("button", { name: "Stay signed in" }));
  await screen.findByText(/You signed in long ago/);
  const before = asked.mock.calls.length;
  left = 0;
  await act(() => vi.advanceTimersByTimeAsync(2 * MINUTE));
  await waitFor(() => expect(dialog()).toBeNull());
  expect(asked).toHaveBeenCalledTimes(before + 1);
});
