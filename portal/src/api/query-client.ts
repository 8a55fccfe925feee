import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isPassing } from "./failure";
import type { ListPath } from "./call";
import type { KeptName } from "./kept";

declare module "@tanstack/react-query" {
  interface Register {
    /** A key begins with a registered name, so that a change can name the answers that it makes stale. */
    queryKey: readonly [KeptName | ListPath, ...unknown[]];
    /** `ownMessage`: the page shows the failure itself, so there is no toast (F-60). */
    queryMeta: { ownMessage?: boolean };
    mutationMeta: { ownMessage?: boolean };
  }
}

/** The cache of the server's answers. `onFailure` gets each failure; `silent` if the page shows it itself. */
export function createQueryClient(onFailure: (error: unknown, silent: boolean) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        onFailure(error, query.meta?.ownMessage ?? false);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        onFailure(error, mutation.meta?.ownMessage ?? false);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => isPassing(error) && count < 2,
        networkMode: "offlineFirst",
      },
      mutations: { networkMode: "offlineFirst" },
    },
  });
}
