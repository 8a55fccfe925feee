import { describe, expect, it } from "vitest";
import type { CoveredBy } from "../api/kept";
import type { Written } from "../api/write";
import type { ActOptions } from "./use-act";

/** What `useAct`, `useSave` and `BulkDialog` ask of a change. */
function act<Name extends "badges" | "products" | "user">(
  call: () => Promise<Written<CoveredBy<Name>, unknown>>,
  { refresh }: Pick<ActOptions<Name>, "refresh">,
) {
  return { call, refresh };
}

const save = () => Promise.resolve({ path: "/api/security/badge/save" as const, data: null });

/** Issue 11: a missing refresh key is red. Each marked line is a slip that the types refuse. */
describe("a change that forgets what it changes", () => {
  it("does not compile", () => {
    const slips = [
      // @ts-expect-error: the list of badges is not asked again
      act(save, { refresh: [] }),
      // @ts-expect-error: another list is asked again
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
