import type { QueryObserverOptions } from "@tanstack/react-query";
import type { Services } from "../../api/services";
import type { ListQuery } from "../../kit/list-query";
import type { OptionSource } from "../../kit/use-search";
import type { Thing } from "./changes";

export interface Answer {
  shows: readonly Thing[];
  options: (services: Services) => QueryObserverOptions;
}

/** Lists, trees, badges and choices: everything that the portal keeps, with what it shows. */
export const ANSWERS: Record<string, Answer> = {};

/** An answer that is kept. */
export function shown(name: string, options: (services: Services) => object, ...shows: Thing[]) {
  ANSWERS[name] = { shows, options: options as Answer["options"] };
}

/** The choices of a field. */
export function choice(name: string, source: (services: Services) => OptionSource, ...shows: Thing[]) {
  const options = (services: Services) => {
    const { key, search } = source(services);
    return { queryKey: [...key, "search", "an"], queryFn: search.bind(undefined, "an", aSignal()) };
  };
  shown(name, options, ...shows);
}

/** A list by pages. */
export function rows<Row, Name extends string>(name: string, query: ListQuery<Row, Name>, ...shows: Thing[]) {
  shown(name, (services) => query(services, { pageNum: 1, pageSize: 10, filters: {} }), ...shows);
}

const aSignal = () => new AbortController().signal;
