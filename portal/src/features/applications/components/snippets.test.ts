import { describe, expect, it } from "vitest";
import { PRESETS } from "./presets";
import { discoveryOf, launchAddress, snippetsOf, type Wiring } from "./snippets";

const wiring: Wiring = {
  issuer: "http://localhost:8080/sso",
  clientId: "reports",
  redirectUri: 'https://reports.example/it\'s?a=$b&c="d"',
  scope: "openid profile email",
  appName: "RE'PORTS",
};
const textOf = (preset: (typeof PRESETS)[number], key: string) =>
  snippetsOf(preset, wiring).find((one) => one.key === key)?.text;

/** Decision 0078. */
describe("the first lines of a program", () => {
  it.each(PRESETS)("exist for each kind, with its values and without a secret: %s", (preset) => {
    const snippets = snippetsOf(preset, wiring);
    expect(snippets.length).toBeGreaterThan(0);
    for (const { text } of snippets) {
      expect(text).toContain("http://localhost:8080/sso");
      expect(text).not.toMatch(/\[object|\bnull\b/);
      // The secret comes from the environment.
      expect(text.includes("CLIENT_SECRET")).toBe(["web", "service"].includes(preset));
      expect(text).not.toMatch(/client[_-]?secret"?\s*[=:]\s*["'`]/i);
    }
  });

  it("keep a value a value, whatever its characters are", () => {
    expect(textOf("web", "node")).toContain(`redirect_uri: ${JSON.stringify(wiring.redirectUri)}`);
    expect(textOf("native", "android")).toContain(String.raw`it's?a=\$b&c=\"d\"`);
    expect(textOf("legacy", "curl")).toContain(String.raw`-d '{"appName":"RE'\''PORTS"}'`);
    expect(textOf("legacy", "curl")).toContain("appName=RE%27PORTS");
  });

  it("allow http only for an issuer without TLS", () => {
    const secure = snippetsOf("web", { ...wiring, issuer: "https://sso.example" });
    expect(textOf("web", "node")).toContain("allowInsecureRequests");
    expect(secure.some(({ text }) => text.includes("allowInsecureRequests"))).toBe(false);
  });

  it("find discovery and sign-in below the path of the issuer", () => {
    expect(discoveryOf("https://a.example/sso/")).toBe(
      "https://a.example/sso/.well-known/openid-configuration",
    );
    expect(launchAddress({ ...wiring, redirectUri: "https://r.example/", appName: "R" })).toBe(
      "http://localhost:8080/sso/login?callbackUrl=https%3A%2F%2Fr.example%2F&appName=R",
    );
  });
});
