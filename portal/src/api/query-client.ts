import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isPassing } from "./failure";
import type { KeptName } from "./kept";

declare module "@tanstack/react-query" {
  interface Register {
    /** A query is known by a registered name, so that whatever changes its answer can name it too. */
    queryKey: readonly [KeptName, ...unknown[]];
    /** `ownMessage`: the caller shows the failure itself, so the general one stays silent (F-60). */
    queryMeta: { ownMessage?: boolean };
    mutationMeta: { ownMessage?: boolean };
  }
}

/** The cache of what the server said. `onFailure` hears of each failure; `silent` when a caller shows it itself. */
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
