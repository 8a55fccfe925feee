import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { showToast } from "../ui/toast/toast-store";

export interface ActOptions {
  /** What is said when it is done. */
  done: string;
  /** The lists and details that it changes: each is asked for again. */
  refresh: QueryKey[];
}

interface OwnFailure<Given> {
  /** Shows the failure itself; without it a toast says it. */
  onFailure?: (error: unknown, given: Given) => void;
}

/** One change at the server: call, say so, ask the lists again. `run` tells whether it was done. */
export function useAct<Given = void>(
  call: (given: Given) => Promise<unknown>,
  { done, refresh, onFailure }: ActOptions & OwnFailure<Given>,
) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: call,
    meta: { ownMessage: onFailure !== undefined },
    onSuccess: () => {
      showToast({ tone: "info", text: done });
      for (const queryKey of refresh) void queries.invalidateQueries({ queryKey });
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
