import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";

/**
 * What the server answers now, for a change that sends its version. A cached answer may be older than the reader's own
 * last change, so there is no data until the server has answered.
 */
export function useFresh<Base, Key extends QueryKey>(query: UseQueryOptions<Base, Error, Base, Key>) {
  const { data, error, isFetchedAfterMount, isSuccess, refetch } = useQuery({
    ...query,
    gcTime: 0,
    refetchOnMount: "always",
  });
  return { data: isFetchedAfterMount && isSuccess ? data : undefined, error, refetch };
}
