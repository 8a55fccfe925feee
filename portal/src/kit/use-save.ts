import { ApiFailure, requestIdOf } from "../api/failure";
import { failureText } from "../api/failure-text";
import type { Faults, FormControl, Values } from "../ui/form/use-form";
import { useAct, type ActOptions } from "./use-act";

interface SaveOptions<V extends Values> extends ActOptions {
  call: (values: V) => Promise<unknown>;
  /** The field that a refusal is about, where the server names none: a duplicate, say. */
  fieldOf?: (failure: ApiFailure) => (keyof V & string) | undefined;
}

/**
 * Sends a form: checks it, calls, says so, asks the lists again. What the server refuses stands at the field that
 * it named, else above the form. `run` tells whether it was taken.
 */
export function useSave<V extends Values>(form: FormControl<V>, options: SaveOptions<V>) {
  const { call, fieldOf, done, refresh } = options;
  const onFailure = (error: unknown) => {
    const text = failureText(error);
    const field = error instanceof ApiFailure ? (fieldOf?.(error) ?? error.field) : undefined;
    if (field !== undefined && field in form.values) form.refuse({ faults: { [field]: text } as Faults<V> });
    else form.refuse({ text, requestId: requestIdOf(error) });
  };
  const { run, busy } = useAct(call, { done, refresh, onFailure });
  return { run: async () => form.attempt() && (await run(form.values)), busy };
}
