import { describe, expect, it } from "vitest";
import type { CoveredBy } from "../api/kept";
import type { Written } from "../api/write";
import type { ActOptions } from "./use-act";

/** The types that `useAct`, `useSave` and `BulkDialog` demand of a change. */
function act<Name extends "badges" | "products" | "user">(
  call: () => Promise<Written<CoveredBy<Name>, unknown>>,
  { refresh }: Pick<ActOptions<Name>, "refresh">,
) {
  return { call, refresh };
}

const save = () => Promise.resolve({ path: "/api/security/badge/save" as const, data: null });

/** A missing refresh key does not compile. The types refuse each marked line. */
describe("a change that forgets what it changes", () => {
  it("does not compile", () => {
    const slips = [
      // @ts-expect-error: the list of badges is not refreshed
      act(save, { refresh: [] }),
      // @ts-expect-error: the wrong list is refreshed
      act(save, { refresh: ["products"] }),
      // @ts-expect-error: no list has this name
      act(save, { refresh: ["bagdes"] }),
      // @ts-expect-error: a call that does not say what it changes
      act(() => Promise.resolve(null), { refresh: ["badges"] }),
    ];
    expect(slips).toHaveLength(4);
    expect(act(save, { refresh: ["badges"] }).refresh).toEqual(["badges"]);
    expect(act(save, { refresh: ["badges", "user"] }).refresh).toEqual(["badges", "user"]);
  });
});
