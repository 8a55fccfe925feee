import type { BodyOf, DataOf } from "./call";
import { dataOf } from "./client";
import type { WritePath } from "./kept";
import { underOneKey } from "./press";
import type { Services } from "./services";

/** The answer to a change. Its path tells the compiler which cached answers are stale now. */
export interface Written<P extends WritePath, T = DataOf<P, "post">> {
  path: P;
  data: T;
}

/** Sends a change, with the key of its press. Throws `ApiFailure` if the server refuses. */
export async function write<P extends WritePath>(
  { api }: Pick<Services, "api">,
  path: P,
  body: BodyOf<P, "post">,
  signal?: AbortSignal,
): Promise<Written<P>> {
  // The signature checks path and body. The client's types cannot, because the path is a type parameter.
  const call = api.POST as (path: P, init: object) => Parameters<typeof dataOf<DataOf<P, "post">>>[0];
  const data = await underOneKey(path + JSON.stringify(body), (headers) =>
    dataOf(call(path, { body, headers, ...(signal && { signal }) })),
  );
  return { path, data };
}
