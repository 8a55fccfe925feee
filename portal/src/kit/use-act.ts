import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CoveredBy, KeptName } from "../api/kept";
import type { Written } from "../api/write";
import { showToast } from "../ui/toast/toast-store";

export interface ActOptions<Name extends KeptName> {
  /** What is said when it is done. */
  done: string;
  /** The lists and details to ask for again: at least what the call changes, as `Changes` in `api/kept.ts` says. */
  refresh: readonly Name[];
}

interface OwnFailure<Given> {
  /** Shows the failure itself; without it a toast says it. */
  onFailure?: (error: unknown, given: Given) => void;
}

/** One change at the server: call, say so, ask the lists again. `run` tells whether it was done. */
export function useAct<Name extends KeptName, Given = void>(
  call: (given: Given) => Promise<Written<CoveredBy<Name>, unknown>>,
  { done, refresh, onFailure }: ActOptions<Name> & OwnFailure<Given>,
) {
  const askAgain = useRefresh(refresh);
  const mutation = useMutation({
    mutationFn: call,
    meta: { ownMessage: onFailure !== undefined },
    onSuccess: () => {
      showToast({ tone: "info", text: done });
      askAgain();
    },
    onError: (error, given) => onFailure?.(error, given),
  });
  const run = (given: Given): Promise<boolean> =>
    mutation.mutateAsync(given).then(
      () => true,
      () => false,
    );
  return { run, busy: mutation.isPending };
}

/** Asks the named lists and details again. */
export function useRefresh(refresh: readonly KeptName[]): () => void {
  const queries = useQueryClient();
  return () => {
    for (const name of refresh) void queries.invalidateQueries({ queryKey: [name] });
  };
}
