import type { paths } from "./schema";

// Types of a call by its path and method, from the OpenAPI document.

export type Method = "get" | "post";

/** All paths with this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

type CallAt<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer C> ? C : never;

/** The data in the envelope of the answer. */
export type DataOf<P extends keyof paths, M extends Method> =
  CallAt<P, M> extends { responses: { 200: { content: { "application/json": { data?: infer D } } } } }
    ? [D] extends [null | undefined]
      ? null
      : NonNullable<D>
    : never;

/** Whether the call answers with a file, without an envelope. */
export type AnswersFile<P extends keyof paths, M extends Method> =
  CallAt<P, M> extends { responses: { 200: { content: { "application/json": unknown } } } } ? false : true;

export type BodyOf<P extends keyof paths, M extends Method> =
  CallAt<P, M> extends { requestBody?: { content: { "application/json": infer B } } } ? B : undefined;

/** The query parameters. */
export type QueryOf<P extends keyof paths, M extends Method> =
  CallAt<P, M> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : object;

/** The paths that answer with a file. */
export type FilePath = {
  [P in PathOf<"get">]: AnswersFile<P, "get"> extends true ? P : never;
}[PathOf<"get">];

/** The paths that answer with a page of a list. */
export type ListPath = {
  [P in PathOf<"get">]: DataOf<P, "get"> extends { list: unknown[]; total: number } ? P : never;
}[PathOf<"get">];

/** A row of that list. */
export type RowOf<P extends ListPath> = DataOf<P, "get"> extends { list: (infer Row)[] } ? Row : never;

/** The filters of that list. */
export type FilterOf<P extends ListPath> = Exclude<
  keyof QueryOf<P, "get"> & string,
  "pageNum" | "pageSize" | "cursor" | "sort"
>;
