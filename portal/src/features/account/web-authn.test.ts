import { afterEach, describe, expect, it, vi } from "vitest";
import { aPasskey } from "../../testing/fake-passkeys";
import { forgetOtherKeys, makeKey } from "./web-authn";

const bytes = (...numbers: number[]) => new Uint8Array(numbers).buffer;
const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>();
const never = new AbortController().signal;

afterEach(() => Reflect.deleteProperty(navigator, "credentials"));

/** WebAuthn Level 3, sections 5.1.8 and 5.1.9.2, where the browser is older. */
describe("a browser without JSON for keys", () => {
  function older() {
    vi.stubGlobal("PublicKeyCredential", {});
    Object.defineProperty(navigator, "credentials", { value: { create }, configurable: true });
  }

  it.each([(json: object) => json, (publicKey: object) => ({ publicKey })])(
    "gets bytes, and its bytes become base64url",
    async (wrap) => {
      older();
      create.mockResolvedValue({
        ...{ id: "-_8", rawId: bytes(251, 255), type: "public-key", authenticatorAttachment: "platform" },
        getClientExtensionResults: () => ({ credProps: { rk: true } }),
        response: { clientDataJSON: bytes(123), attestationObject: bytes(255, 254, 253, 252) },
      });
      const options = {
        ...{ rp: { name: "Atrium" }, challenge: "-_8", user: { id: "dS0x", name: "Dan" } },
        excludeCredentials: [{ id: "AQ", type: "public-key" }],
      };
      const { json, elsewhere, transports } = await makeKey(wrap(options) as never, never);
      expect(create.mock.lastCall?.[0].publicKey).toEqual({
        ...options,
        challenge: new Uint8Array([251, 255]),
        user: { name: "Dan", id: new Uint8Array([117, 45, 49]) },
        excludeCredentials: [{ id: new Uint8Array([1]), type: "public-key" }],
      });
      expect(json).toEqual({
        ...{ id: "-_8", rawId: "-_8", type: "public-key", authenticatorAttachment: "platform" },
        clientExtensionResults: { credProps: { rk: true } },
        response: { clientDataJSON: "ew", attestationObject: "__79_A", transports: [] },
      });
      expect([elsewhere, transports]).toEqual([false, []]);
    },
  );

  it("hears nothing of the keys, and fails nowhere", () => {
    older();
    const list = { available: true, rpId: "localhost", userId: "dS0x", most: 20, keys: [aPasskey()] };
    expect(() => forgetOtherKeys(list)).not.toThrow();
    vi.unstubAllGlobals();
    expect(() => forgetOtherKeys(list)).not.toThrow();
  });

  it("that gives no key fails as a browser does", async () => {
    older();
    create.mockResolvedValue(null);
    const asked = makeKey({ challenge: "AQ", user: { id: "AQ" } }, never);
    await expect(asked).rejects.toMatchObject({ name: "UnknownError" });
  });
});
