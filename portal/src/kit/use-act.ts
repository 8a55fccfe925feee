import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { isPassing, isRefused } from "../api/failure";
import type { CoveredBy, KeptName } from "../api/kept";
import type { Written } from "../api/write";
import { showToast, type Toast } from "../ui/toast/toast-store";
import { useOneAtATime } from "./use-one-at-a-time";

export interface ActOptions<Name extends KeptName, Data = unknown, Given = unknown> {
  /** The toast at the end, or the function that words it from the answer and from what was sent; empty for none. */
  done: string | ((data: Data, given: Given) => string);
  /** The button in this toast that takes the change back. */
  undo?: Toast["action"];
  /** The button in this toast that leads to what the answer names. */
  offer?: (data: Data) => Toast["action"] | undefined;
  /** The cached answers to refresh: at least those that the call changes (`Changes` in `api/kept.ts`). */
  refresh: readonly Name[];
}

interface OwnFailure<Given> {
  /** Shows the failure; without it a toast does. */
  onFailure?: (error: unknown, given: Given) => void;
}

/** How long a change waits for the answers that it made stale. */
const REFRESH_MS = 3_000;

/**
 * One change at the server: calls it, refreshes, shows the toast. `run` gives whether it succeeded. One press is one call.
 * It ends when the lists have the new version: the next change of the same person begins with that one.
 */
export function useAct<Name extends KeptName, Given = void, Data = unknown>(
  call: (given: Given) => Promise<Written<CoveredBy<Name>, Data>>,
  { done, undo, offer, refresh, onFailure }: ActOptions<Name, Data, Given> & OwnFailure<Given>,
) {
  const askAgain = useRefresh(refresh);
  const mark = useMark(refresh);
  const mutation = useMutation({
    mutationFn: call,
    meta: { ownMessage: onFailure !== undefined },
    onSuccess: async ({ data }, given) => {
      await askAgain();
      const text = typeof done === "function" ? done(data, given) : done;
      const action = undo ?? offer?.(data);
      if (text) showToast({ tone: "done", text, ...(action && { action }) });
    },
    onError: (error, given) => {
      // The lists show what somebody has changed meanwhile.
      if (isRefused(error)) void askAgain();
      else if (isPassing(error)) mark();
      onFailure?.(error, given);
    },
  });
  const run = useOneAtATime((given: Given) =>
    mutation.mutateAsync(given).then(
      () => true,
      () => false,
    ),
  );
  return { run, busy: mutation.isPending };
}

/** Requests the visible answers again. Waits for the answers, but not long for a slow or unreachable server. */
export function useRefresh(refresh: readonly KeptName[]): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.race([
      Promise.all(refresh.map((name) => queries.invalidateQueries({ queryKey: [name] }))),
      new Promise((resolve) => setTimeout(resolve, REFRESH_MS)),
    ]);
}

/**
 * Marks the answers that a change with a lost answer may have made stale. Visible answers are fetched when the form or
 * question closes, because behind it a failure would replace the list.
 */
function useMark(refresh: readonly KeptName[]): () => void {
  const queries = useQueryClient();
  const askForMarked = useEffectEvent(() => {
    for (const name of refresh)
      void queries.refetchQueries(
        { queryKey: [name], type: "active", predicate: ({ state }) => state.isInvalidated },
        { cancelRefetch: false },
      );
  });
  useEffect(() => () => askForMarked(), []);
  return () => {
    for (const name of refresh) void queries.invalidateQueries({ queryKey: [name], refetchType: "none" });
  };
}
