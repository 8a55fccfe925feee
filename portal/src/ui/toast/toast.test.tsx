import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPart } from "../../testing/render";
import { ToastRegion } from "./toast-region";
import { currentToasts, dismissToast, showToast } from "./toast-store";

const TEXT = "The membership is extended.";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  act(() => currentToasts().forEach(({ id }) => dismissToast(id)));
  vi.useRealTimers();
});

function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}
const isShown = () => screen.queryByText(TEXT) !== null;

function show() {
  renderPart(<ToastRegion />);
  act(() => showToast({ tone: "info", text: TEXT, action: { text: "Undo", run: () => undefined } }));
  return screen.getByRole("button", { name: "Undo" });
}

it("leaves after eight seconds if it has an action", () => {
  show();
  pass(7_900);
  expect(isShown()).toBe(true);
  pass(200);
  expect(isShown()).toBe(false);
});

it("says that a change succeeded for four seconds", () => {
  renderPart(<ToastRegion />);
  act(() => showToast({ tone: "done", text: TEXT }));
  pass(3_900);
  expect(isShown()).toBe(true);
  pass(200);
  expect(isShown()).toBe(false);
});

/** WCAG 2.2.1: nobody loses the button that they are about to press. */
it("stays while it has the focus, and then for its whole time again", () => {
  const undo = show();
  pass(7_000);
  act(() => undo.focus());
  pass(60_000);
  expect(isShown()).toBe(true);
  // From one button of the toast to the other.
  act(() => screen.getByRole("button", { name: "Close" }).focus());
  pass(60_000);
  expect(isShown()).toBe(true);
  act(() => (document.activeElement as HTMLElement).blur());
  pass(7_900);
  expect(isShown()).toBe(true);
  pass(200);
  expect(isShown()).toBe(false);
});

it("stays while the pointer is on it, even after it has lost the focus", () => {
  const undo = show();
  fireEvent.pointerEnter(undo);
  act(() => undo.focus());
  act(() => undo.blur());
  pass(60_000);
  expect(isShown()).toBe(true);
  fireEvent.pointerLeave(undo);
  pass(7_900);
  expect(isShown()).toBe(true);
  pass(200);
  expect(isShown()).toBe(false);
});

it("stays when the reader leaves the window while it has the focus", () => {
  const undo = show();
  act(() => undo.focus());
  // The browser keeps the active element when a window loses the focus.
  fireEvent.focusOut(undo);
  pass(60_000);
  expect(isShown()).toBe(true);
});

const shownTexts = () => currentToasts().map(({ text }) => text);

it("shows three toasts at most: the oldest leaves", () => {
  renderPart(<ToastRegion />);
  act(() => ["One", "Two", "Three", "Four"].forEach((text) => showToast({ tone: "warning", text })));
  expect(shownTexts()).toEqual(["Two", "Three", "Four"]);
});

it("replaces the result of the change before, but none with a button", () => {
  renderPart(<ToastRegion />);
  const action = { text: "Undo", run: () => undefined };
  act(() => showToast({ tone: "done", text: "Dan is removed.", action }));
  act(() => showToast({ tone: "done", text: "Request sent." }));
  act(() => showToast({ tone: "warning", text: "The network failed." }));
  act(() => showToast({ tone: "done", text: "Your request is withdrawn." }));
  expect(shownTexts()).toEqual(["Dan is removed.", "The network failed.", "Your request is withdrawn."]);
});

/** Screen readers announce what is new in the document. */
it("says an equal text again", () => {
  renderPart(<ToastRegion />);
  act(() => showToast({ tone: "warning", text: TEXT }));
  const first = screen.getByText(TEXT);
  act(() => showToast({ tone: "warning", text: TEXT }));
  expect(screen.getByText(TEXT)).not.toBe(first);
});
