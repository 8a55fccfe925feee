import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client";
import type { components } from "../../api/schema";
import type { Services } from "../../api/services";
import { write } from "../../api/write";
import type { PASSKEY_NAMES } from "../../kit/stale-names";
import { forgetOtherKeys, makeKey, type MadeKey } from "./web-authn";

type PasskeyNames = (typeof PASSKEY_NAMES)[number];

declare module "../../api/kept" {
  interface Kept {
    passkeys: true;
  }
  interface Changes {
    "/api/security/account/passkeys/finish": PasskeyNames;
    "/api/security/account/passkeys/rename": PasskeyNames;
    "/api/security/account/passkeys/remove": PasskeyNames;
  }
}

export type PasskeyList = components["schemas"]["PasskeyList"];
export type Passkey = components["schemas"]["PasskeyRow"];

/** A key of the browser, with the sealed challenge that it answers. */
export interface NewKey extends MadeKey {
  state: string;
}

/** The passkeys of the signed-in person. */
export function passkeysQuery({ api }: Services) {
  return queryOptions({
    queryKey: ["passkeys"],
    // Signing in changes them too.
    staleTime: 0,
    queryFn: ({ signal }) => dataOf(api.GET("/api/security/account/passkeys", { signal })),
    meta: { ownMessage: true },
  });
}

/** Asks the server what to ask, and then the browser. */
export async function makePasskey({ api }: Services, signal: AbortSignal): Promise<NewKey> {
  const begun = await dataOf(api.POST("/api/security/account/passkeys/begin", { signal }));
  return { ...(await makeKey(begun.options, signal)), state: begun.state };
}

export function addPasskey(services: Services, { json, state }: NewKey, name: string) {
  // The schema does not say what is in the browser's answer.
  const credential = json as Record<string, never>;
  return told(write(services, "/api/security/account/passkeys/finish", { credential, state, name }));
}

export function renamePasskey(services: Services, id: string, name: string) {
  return told(write(services, "/api/security/account/passkeys/rename", { id, name }));
}

export function removePasskey(services: Services, id: string) {
  return told(write(services, "/api/security/account/passkeys/remove", { id }));
}

/** After a key that the browser has made and the server has not taken. */
export async function forgetMadeKey(services: Services): Promise<void> {
  await services.queries
    .query(passkeysQuery(services))
    .then(forgetOtherKeys)
    .catch(() => undefined);
}

/** The browser learns of each change, too. */
async function told<W extends { data: PasskeyList }>(writing: Promise<W>): Promise<W> {
  const written = await writing;
  forgetOtherKeys(written.data);
  return written;
}
