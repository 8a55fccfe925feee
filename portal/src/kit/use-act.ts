import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CoveredBy, KeptName } from "../api/kept";
import type { Written } from "../api/write";
import { showToast, type Toast } from "../ui/toast/toast-store";
import { useOneAtATime } from "./use-one-at-a-time";

export interface ActOptions<Name extends KeptName, Data = unknown> {
  /** The toast at the end, or the function that words it from the answer. */
  done: string | ((data: Data) => string);
  /** The button in this toast that takes the change back. */
  undo?: Toast["action"];
  /** The cached answers to refresh: at least those that the call changes (`Changes` in `api/kept.ts`). */
  refresh: readonly Name[];
}

interface OwnFailure<Given> {
  /** Shows the failure; without it a toast does. */
  onFailure?: (error: unknown, given: Given) => void;
}

/**
 * One change at the server: calls it, shows the toast, refreshes. `run` gives whether it succeeded. One press is one call.
 */
export function useAct<Name extends KeptName, Given = void, Data = unknown>(
  call: (given: Given) => Promise<Written<CoveredBy<Name>, Data>>,
  { done, undo, refresh, onFailure }: ActOptions<Name, Data> & OwnFailure<Given>,
) {
  const askAgain = useRefresh(refresh);
  const mutation = useMutation({
    mutationFn: call,
    meta: { ownMessage: onFailure !== undefined },
    onSuccess: ({ data }) => {
      const text = typeof done === "function" ? done(data) : done;
      showToast({ tone: "info", text, ...(undo && { action: undo }) });
      askAgain();
    },
    onError: (error, given) => onFailure?.(error, given),
  });
  const run = useOneAtATime((given: Given) =>
    mutation.mutateAsync(given).then(
      () => true,
      () => false,
    ),
  );
  return { run, busy: mutation.isPending };
}

export function useRefresh(refresh: readonly KeptName[]): () => void {
  const queries = useQueryClient();
  return () => {
    for (const name of refresh) void queries.invalidateQueries({ queryKey: [name] });
  };
}
