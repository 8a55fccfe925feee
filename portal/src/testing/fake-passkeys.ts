import type { components } from "../api/schema";
import { mock, refusal, stepUp, success, type Mock, type Reply } from "./mocks";

type PasskeyList = components["schemas"]["PasskeyList"];
type PasskeyRow = components["schemas"]["PasskeyRow"];

const at = (day: number, hour = 9) => Date.UTC(2026, 10, day, hour, 30);

/** A synced passkey of a known password manager, which was used. */
export function aPasskey(given: Partial<PasskeyRow> = {}): PasskeyRow {
  return {
    ...{ id: "k-1", name: "My phone", credentialId: "Y3JlZC0x", discoverable: true },
    ...{ synced: true, backedUp: true, backupChangedAt: null, keeper: "Google Password Manager" },
    ...{ addedAt: at(2), usedAt: at(20) },
    ...given,
  };
}

/** Passkeys that are backed up, no longer backed up, and on one device; with a long and a Chinese name. */
export const somePasskeys: PasskeyRow[] = [
  aPasskey(),
  aPasskey({
    ...{ id: "k-2", credentialId: "Y3JlZC0y", keeper: "Apple Passwords", backedUp: false },
    ...{ name: "办公室的笔记本电脑，在没有网络的会议室里也能使用", backupChangedAt: at(21), usedAt: null },
  }),
  aPasskey({
    ...{ id: "k-3", credentialId: "Y3JlZC0z", name: "Security key", keeper: null, discoverable: false },
    ...{ synced: false, backedUp: false },
  }),
];

/** Mocks the passkeys of the signed-in person. `sent` collects what each change was sent. */
export function fakePasskeys(keys: PasskeyRow[] = somePasskeys, given: Partial<PasskeyList> = {}) {
  const state = {
    list: { available: true, rpId: "localhost", userId: "dS0x", most: 20, keys, ...given },
    sent: [] as [call: string, body: unknown][],
    isFresh: true,
    /** Whether the server offers a first passkey. */
    offer: false,
    /** The refusal of the next new key. */
    refused: undefined as Reply<never> | undefined,
  };
  const answer = (next: PasskeyRow[]) => {
    state.list = { ...state.list, keys: next };
    return success(state.list);
  };
  const fresh = <T>(reply: () => Reply<T>) => (state.isFresh ? reply() : stepUp());
  const mocks: Mock[] = [
    mock("get", "/api/security/account/passkeys", () => success(state.list)),
    mock("post", "/api/security/account/passkeys/offer", () => success({ offer: state.offer })),
    mock("post", "/api/security/account/passkeys/begin", () =>
      fresh(() => {
        const options: unknown = {
          ...{ rp: { id: "localhost", name: "Atrium" }, challenge: "-_8", pubKeyCredParams: [] },
          user: { id: "dS0x", name: "DanMember", displayName: "Dan Member" },
          excludeCredentials: state.list.keys.map(({ credentialId }) => ({
            id: credentialId,
            type: "public-key",
          })),
        };
        return success({ options: options as Record<string, never>, state: "sealed-1" });
      }),
    ),
    mock("post", "/api/security/account/passkeys/finish", ({ body }) =>
      fresh((): Reply<PasskeyList> => {
        state.sent.push(["finish", body]);
        const { refused } = state;
        state.refused = undefined;
        if (refused) return refused;
        const key = { id: "k-9", credentialId: "bmV3", name: body.name, keeper: null };
        return answer([...state.list.keys, aPasskey({ ...key, addedAt: at(24), usedAt: null })]);
      }),
    ),
    mock("post", "/api/security/account/passkeys/rename", ({ body }): Reply<PasskeyList> => {
      state.sent.push(["rename", body]);
      if (/[<>]/.test(body.name))
        return refusal(100012, "The name has a character that it must not have.", { field: "name" });
      return answer(state.list.keys.map((key) => (key.id === body.id ? { ...key, name: body.name } : key)));
    }),
    mock("post", "/api/security/account/passkeys/remove", ({ body }) =>
      fresh(() => {
        state.sent.push(["remove", body]);
        return answer(state.list.keys.filter(({ id }) => id !== body.id));
      }),
    ),
  ];
  return { state, mocks };
}

export const standIn = () => fakePasskeys().mocks;
