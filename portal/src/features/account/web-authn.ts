import type { components } from "../../api/schema";

// Passkeys of the browser (WebAuthn Level 3). Binary values are base64url in JSON.

type Json = Record<string, unknown>;

/** The static functions that older browsers lack. */
interface Newer {
  parseCreationOptionsFromJSON?: (json: Json) => PublicKeyCredentialCreationOptions;
  signalAllAcceptedCredentials?: (all: {
    rpId: string;
    userId: string;
    allAcceptedCredentialIds: string[];
  }) => Promise<void>;
}
const newer = () => PublicKeyCredential as unknown as Newer;

/** A key that the browser has made and the server does not know yet. */
export interface MadeKey {
  json: Json;
  /** Made on another device: a security key or a phone. */
  elsewhere: boolean;
  transports: readonly string[];
}

export function hasPasskeys(): boolean {
  return "PublicKeyCredential" in window && "credentials" in navigator;
}

/** Asks for a new key. Rejects with the `DOMException` of the browser. */
export async function makeKey(options: Json, signal: AbortSignal): Promise<MadeKey> {
  const json = (options.publicKey ?? options) as Json;
  const publicKey = newer().parseCreationOptionsFromJSON?.(json) ?? creationOptions(json);
  const made = (await navigator.credentials.create({ publicKey, signal })) as PublicKeyCredential | null;
  if (!made) throw new DOMException("no key", "UnknownError");
  const response = made.response as AuthenticatorAttestationResponse;
  const { getTransports } = response as Partial<Pick<typeof response, "getTransports">>;
  const transports = getTransports?.call(response) ?? [];
  const { toJSON } = made as { toJSON?: () => object };
  return {
    json: { ...(toJSON?.call(made) ?? registrationJson(made, response, transports)) },
    elsewhere: made.authenticatorAttachment === "cross-platform",
    transports,
  };
}

/** Lets the device's password manager forget the keys that the account does not have. Its failures are of no interest. */
export function forgetOtherKeys({ rpId, userId, keys }: components["schemas"]["PasskeyList"]): void {
  if (!hasPasskeys() || rpId === "") return;
  const allAcceptedCredentialIds = keys.map(({ credentialId }) => credentialId);
  newer()
    .signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds })
    .catch(() => undefined);
}

function creationOptions(json: Json): PublicKeyCredentialCreationOptions {
  const {
    challenge,
    user,
    excludeCredentials = [],
  } = json as {
    challenge: string;
    user: { id: string };
    excludeCredentials?: { id: string }[] | null;
  };
  const options: unknown = {
    ...json,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: excludeCredentials?.map((known) => ({ ...known, id: bytesOf(known.id) })) ?? [],
  };
  return options as PublicKeyCredentialCreationOptions;
}

function registrationJson(
  made: PublicKeyCredential,
  response: AuthenticatorAttestationResponse,
  transports: string[],
): Json {
  return {
    id: made.id,
    rawId: textOf(made.rawId),
    type: made.type,
    authenticatorAttachment: made.authenticatorAttachment,
    clientExtensionResults: made.getClientExtensionResults(),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports,
    },
  };
}

function bytesOf(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

function textOf(buffer: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
