import type { BodyOf, DataOf } from "./call";
import { dataOf } from "./client";
import type { WritePath } from "./kept";
import type { Services } from "./services";

/** What the server answered to a change. Its path tells the compiler what has to be asked again. */
export interface Written<P extends WritePath, T = DataOf<P, "post">> {
  path: P;
  data: T;
}

/** Makes a change at the server. Throws `ApiFailure` when the server refuses. */
export async function write<P extends WritePath>(
  { api }: Pick<Services, "api">,
  path: P,
  body: BodyOf<P, "post">,
  signal?: AbortSignal,
): Promise<Written<P>> {
  // The path and its body are checked above; the client's own types do not follow a path that is a parameter.
  const call = api.POST as (path: P, init: object) => Parameters<typeof dataOf<DataOf<P, "post">>>[0];
  return { path, data: await dataOf(call(path, { body, ...(signal && { signal }) })) };
}
