import type { QueryKey, UseQueryOptions } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useServices } from "../api/services";
import type { SendOptions } from "../ui/form/form";
import { useForm, type FormOptions, type Values } from "../ui/form/use-form";
import { NotThereYet } from "./not-there-yet";
import { useFresh } from "./use-fresh";

interface EditedOptions<Base, V extends Values> {
  valuesOf: (base: Base) => V;
  /** The values while the server's answer loads. */
  nothing: V;
  /** The checks of the form, which may depend on its first values. */
  rules: (base: Base | undefined, begun: V) => Omit<FormOptions<V>, "initial">;
}

/**
 * The form of something that the server has. Its present state, `base`, is fetched first. The form
 * starts again only when `base` changes, not with each render.
 */
export function useEdited<Base extends { version: number }, V extends Values, Key extends QueryKey>(
  query: UseQueryOptions<Base, Error, Base, Key>,
  { valuesOf, nothing, rules }: EditedOptions<Base, V>,
) {
  const { queries } = useServices();
  const { data, error, refetch } = useFresh(query);
  const [base, setBase] = useState<Base>();
  if (data && !base) setBase(data);
  const begun = base ? valuesOf(base) : nothing;
  const form = useForm({ initial: begun, ...rules(base, begun) });
  const begin = useEffectEvent((from: Base) => form.restart(valuesOf(from)));
  useEffect(() => {
    if (base) begin(base);
  }, [base]);
  const fresh = () => queries.query(query);
  return {
    base,
    begun,
    form,
    /** The version to send: the one that the reader has seen, or the newest to replace it. */
    version: async ({ overwrite }: SendOptions) => (overwrite || !base ? await fresh() : base).version,
    /** Takes what somebody else has saved, for `current` of `useSave`. */
    current: async () => {
      const theirs = await fresh();
      setBase(theirs);
      return valuesOf(theirs);
    },
    /** For `EditDrawer`, instead of the fields. */
    waiting: base ? undefined : (
      <NotThereYet error={error} onRetry={() => void refetch()} lines={6} height="16" />
    ),
  };
}
