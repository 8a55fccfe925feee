import type { Provider } from "../queries";
import type { ProviderValues } from "./provider-values";

/** What is open over the page. */
export type Open =
  | { what: "edit"; provider: Provider | undefined; typed?: ProviderValues }
  | { what: "switch" | "delete" | "test" | "addresses"; provider: Provider };

/** The word of a dialog, to which a sign-in in between leads back (RFC 9470). The id of the provider follows. */
export const wordOf = (what: "switch" | "delete" | "test", id: string) => `provider-${what}:${id}`;

const FORM = "provider-form:";

/** The word of the form, with what was typed. It never has a secret, and no picture, which is too long. */
export const wordOfForm = (values: ProviderValues) =>
  FORM + JSON.stringify({ ...values, secret: "", key: "", newIcon: "" } satisfies ProviderValues);

/** What a sign-in has interrupted. */
export function openAgain(providers: Provider[], word = ""): Open | undefined {
  if (word.startsWith(FORM)) {
    const typed = JSON.parse(word.slice(FORM.length)) as ProviderValues;
    const provider = typed.isNew ? undefined : providers.find(({ id }) => id === typed.id);
    return typed.isNew || provider ? { what: "edit", provider, typed } : undefined;
  }
  for (const what of ["switch", "delete", "test"] as const) {
    const provider = providers.find(({ id }) => wordOf(what, id) === word);
    if (provider) return { what, provider };
  }
  return undefined;
}
