import { keepPreviousData, useQuery, type QueryKey } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { failureText } from "../api/failure-text";

/** One thing to choose. */
export interface Option {
  value: string;
  label: string;
  /** What tells it from others of the same name. */
  hint?: string;
  /** The value of the thing that it belongs to: a client's agency. */
  belongsTo?: string;
}

/** Where choices come from: the server searches, and names one that was chosen before. */
export interface OptionSource {
  /** Tells this source from others in the cache. */
  key: QueryKey;
  search: (text: string, signal: AbortSignal) => Promise<Option[]>;
  /** The choice of this value; where it is left out, the search for nothing lists all there are. */
  find?: (value: string, signal: AbortSignal) => Promise<Option | undefined>;
}

const TYPING_MS = 250;
const KEPT_MS = 60_000;

/** What the server finds for a text that is being typed; nothing is asked while `open` is false. */
export function useSearch({ key, search }: OptionSource, text: string, open: boolean) {
  const wanted = useSettled(text.trim());
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...key, "search", wanted],
    queryFn: ({ signal }) => search(wanted, signal),
    enabled: open,
    staleTime: KEPT_MS,
    placeholderData: keepPreviousData,
    meta: { ownMessage: true },
  });
  return {
    options: data ?? [],
    searching: open && (isFetching || wanted !== text.trim()),
    failure: error ? failureText(error) : undefined,
    retry: () => void refetch(),
  };
}

/** The choice of a value that an address or a record names. */
export function useChosen({ key, search, find }: OptionSource, value: string): Option | undefined {
  return (
    useQuery({
      queryKey: [...key, "find", value],
      queryFn: async ({ signal }) => {
        const found = find
          ? await find(value, signal)
          : (await search("", signal)).find((option) => option.value === value);
        return found ?? null;
      },
      enabled: value !== "",
      staleTime: KEPT_MS,
      meta: { ownMessage: true },
    }).data ?? undefined
  );
}

/** A text once it has not changed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
