import { ApiFailure, requestIdOf } from "../api/failure";
import { failureText } from "../api/failure-text";
import type { CoveredBy, KeptName } from "../api/kept";
import type { Written } from "../api/write";
import type { SendOptions } from "../ui/form/form";
import type { FormControl, Values } from "../ui/form/use-form";
import { useAct, type ActOptions } from "./use-act";

interface SaveOptions<V extends Values, Name extends KeptName> extends ActOptions<Name> {
  /** `overwrite` once the reader was shown that somebody else changed the same thing, and wants to go on. */
  call: (values: V, options: SendOptions) => Promise<Written<CoveredBy<Name>, unknown>>;
  /** The field that a refusal is about, where the server names none: a duplicate, say. */
  fieldOf?: (failure: ApiFailure) => (keyof V & string) | undefined;
  /** Fetches what the server has now, for whoever takes the other person's change over their own. */
  current?: () => Promise<V>;
}

/**
 * Sends a form: checks it, calls, says so, asks the lists again. What the server refuses stands at the fields that
 * it named, else above the form. `run` tells whether it was taken.
 */
export function useSave<V extends Values, Name extends KeptName>(
  form: FormControl<V>,
  options: SaveOptions<V, Name>,
) {
  const { call, fieldOf, current, done, refresh } = options;
  const { run, busy } = useAct(({ values, how }: { values: V; how: SendOptions }) => call(values, how), {
    done,
    refresh,
    onFailure: (error) => refuse(error),
  });

  function refuse(error: unknown) {
    const text = failureText(error);
    if (!(error instanceof ApiFailure)) {
      form.refuse({ text });
      return;
    }
    const known = fieldOf?.(error);
    const faults = known === undefined ? faultsByPath(error) : { [known]: text };
    const takeTheirs = error.conflict && current && (async () => form.restart(await current()));
    const whole = Object.keys(faults).length === 0 || takeTheirs !== undefined;
    form.refuse({ faults, ...(whole && { text, requestId: requestIdOf(error), takeTheirs }) });
  }

  return {
    run: async (how: SendOptions = { overwrite: false }) => {
      const values = await form.attempt();
      return values !== undefined && (await run({ values, how }));
    },
    busy,
  };
}

/** `links[1].url` of the server is `links.1.url` of a form. */
function faultsByPath({ faults }: ApiFailure): Record<string, string> {
  return Object.fromEntries(faults.map(({ field, msg }) => [field.replace(/\[(\d+)\]/g, ".$1"), msg]));
}
