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

interface Failing {
  /** The page shows the failure itself. */
  silent: boolean;
  /** A change, so somebody pressed a button for it. */
  pressed: boolean;
}

/** The cache of the server's answers. `onFailure` gets each failure. */
export function createQueryClient(onFailure: (error: unknown, failing: Failing) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        onFailure(error, { silent: query.meta?.ownMessage ?? false, pressed: false });
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        onFailure(error, { silent: mutation.meta?.ownMessage ?? false, pressed: true });
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
