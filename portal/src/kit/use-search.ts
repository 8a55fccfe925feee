import { keepPreviousData, queryOptions, useQuery, type QueryKey } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { failureText } from "../api/failure-text";
import { canFind } from "./can-find";

export interface Option {
  value: string;
  label: string;
  /** Distinguishes it from others with the same name. */
  hint?: string;
  /** The value of what it belongs to, for example a client's agency. */
  belongsTo?: string;
}

/** Gets choices from the server: by search, or one by its value. */
export interface OptionSource {
  /** The key of this source in the cache. */
  key: QueryKey;
  search: (text: string, signal: AbortSignal) => Promise<Option[]>;
  /** The choice with this value. Leave it out if a search for nothing gives all choices. */
  find?: (value: string, signal: AbortSignal) => Promise<Option | undefined>;
}

const TYPING_MS = 250;
const KEPT_MS = 60_000;

/** The choices for the typed text. While `open` is false, the server is not asked. */
export function useSearch({ key, search }: OptionSource, text: string, open: boolean) {
  const typed = text.trim();
  const wanted = useSettled(typed);
  const isShort = (one: string) => one !== "" && !canFind(one);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...key, "search", wanted],
    queryFn: ({ signal }) => search(wanted, signal),
    enabled: open && !isShort(wanted),
    staleTime: KEPT_MS,
    placeholderData: keepPreviousData,
    meta: { ownMessage: true },
  });
  return {
    options: isShort(typed) ? [] : (data ?? []),
    searching: open && !isShort(typed) && (isFetching || wanted !== typed),
    /** The text is too short to search for. */
    short: isShort(typed),
    failure: error ? failureText(error) : undefined,
    retry: () => void refetch(),
  };
}

/** The choice with a value from the address or a record. */
export function useChosen(source: OptionSource, value: string): Option | undefined {
  return useQuery(chosenQuery(source, value)).data ?? undefined;
}

/** The choice with this value; null if the server no longer offers it. It is not asked for an empty value. */
export function chosenQuery({ key, search, find }: OptionSource, value: string) {
  return queryOptions({
    queryKey: [...key, "find", value] as const,
    queryFn: async ({ signal }) => {
      const found = find
        ? await find(value, signal)
        : (await search("", signal)).find((option) => option.value === value);
      return found ?? null;
    },
    enabled: value !== "",
    staleTime: KEPT_MS,
    meta: { ownMessage: true },
  });
}

/** The text after a pause in typing. */
export function useSettled(text: string, pause = TYPING_MS): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return settled;
}
