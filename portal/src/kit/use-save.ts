import { ApiFailure, requestIdOf } from "../api/failure";
import { failureText } from "../api/failure-text";
import type { CoveredBy, KeptName } from "../api/kept";
import type { Written } from "../api/write";
import type { SendOptions } from "../ui/form/form";
import type { FormControl, Values } from "../ui/form/use-form";
import { useAct, type ActOptions } from "./use-act";
import { useOneAtATime } from "./use-one-at-a-time";

interface SaveOptions<V extends Values, Name extends KeptName, Data> extends ActOptions<Name, Data, V> {
  /** `overwrite` if the reader has seen somebody else's change and wants to replace it. */
  call: (values: V, options: SendOptions) => Promise<Written<CoveredBy<Name>, Data>>;
  /** The field of a refusal that names none, for example a duplicate. */
  fieldOf?: (failure: ApiFailure) => (keyof V & string) | undefined;
  /** The path of a field in the form, where it is not the server's, such as `orgIds.r-1` for `limits.0.orgId`. */
  pathOf?: (path: string, values: V) => string;
  /** Fetches the current values, for readers who take the other person's version. */
  current?: () => Promise<V>;
}

/**
 * Sends a form: checks it, calls the server, shows the toast, refreshes. A refusal is shown at the fields that it
 * names, else above the form. `run` gives whether the server accepted the values.
 */
export function useSave<V extends Values, Name extends KeptName, Data = unknown>(
  form: FormControl<V>,
  options: SaveOptions<V, Name, Data>,
) {
  const { call, fieldOf, pathOf, current, done, offer, refresh } = options;
  const { run, busy } = useAct(({ values, how }: { values: V; how: SendOptions }) => call(values, how), {
    done: typeof done === "function" ? (data, { values }) => done(data, values) : done,
    ...(offer && { offer }),
    refresh,
    onFailure: (error, { values }) => refuse(error, values),
  });

  function refuse(error: unknown, values: V) {
    const text = failureText(error);
    if (!(error instanceof ApiFailure)) {
      form.refuse({ text });
      return;
    }
    const known = fieldOf?.(error);
    const ours = (path: string) => pathOf?.(path, values) ?? path;
    const faults = known === undefined ? faultsByPath(error, ours) : { [known]: text };
    const takeTheirs = error.conflict && current && (async () => form.restart(await current()));
    const whole = Object.keys(faults).length === 0 || takeTheirs !== undefined;
    form.refuse({ faults, ...(whole && { text, requestId: requestIdOf(error), takeTheirs }) });
  }

  // The check of the form takes a moment too, in which a second press must not begin another.
  const attempt = useOneAtATime(async (how: SendOptions) => {
    const values = await form.attempt();
    return values !== undefined && (await run({ values, how }));
  });
  return { run: (how: SendOptions = { overwrite: false }) => attempt(how), busy };
}

/** The server writes `links[1].url`, a form `links.1.url`. */
function faultsByPath({ faults }: ApiFailure, ours: (path: string) => string): Record<string, string> {
  return Object.fromEntries(faults.map(({ field, msg }) => [ours(field.replace(/\[(\d+)\]/g, ".$1")), msg]));
}
