import { useState, type ChangeEvent } from "react";
import { useTranslation } from "react-i18next";

/** What a form holds: texts and ticks. Numbers and dates are texts until they are sent. */
export type Values = Record<string, string | boolean>;

type Names<V, Kind> = { [Name in keyof V]: V[Name] extends Kind ? Name : never }[keyof V] & string;

/** What is wrong, in words, by field. */
export type Faults<V> = Partial<Record<keyof V & string, string>>;

interface FormOptions<V extends Values> {
  initial: V;
  /** What may not be left empty. */
  required?: readonly Names<V, string>[];
  /** What else may be wrong with the values. */
  check?: (values: V) => Faults<V>;
}

/** Why the server did not take the values. */
export interface Refusal<V> {
  /** The words of the field it named … */
  faults?: Faults<V>;
  /** … or of the whole. */
  text?: string;
  requestId?: string | undefined;
}

/** What the fields of a form spread: `<TextField label="…" {...form.text("name")} />`. */
export interface TextBinding {
  name: string;
  value: string;
  required: boolean;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void;
}

export interface TickBinding {
  name: string;
  checked: boolean;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export interface FormControl<V extends Values> {
  values: V;
  /** Whether closing would lose something. */
  dirty: boolean;
  /** The faults that are shown: none before the first try to send. */
  faults: Faults<V>;
  refusal: Refusal<V> | undefined;
  /** Counts the tries that failed; each leads the focus to what is wrong. */
  failures: number;
  text: (name: Names<V, string>) => TextBinding;
  tick: (name: Names<V, boolean>) => TickBinding;
  set: (changes: Partial<V>) => void;
  /** Whether the values may be sent; from now on faults are shown. */
  attempt: () => boolean;
  refuse: (refusal: Refusal<V>) => void;
}

/** The state of one form. Faults appear at the first try to send and go away while one mends them. */
export function useForm<V extends Values>(options: FormOptions<V>): FormControl<V> {
  const { t } = useTranslation("form");
  const [initial] = useState(options.initial);
  const [values, setValues] = useState(initial);
  const [failures, setFailures] = useState(0);
  const [refusal, setRefusal] = useState<Refusal<V>>();

  const own = faultsOf(values, options, t("empty"));
  const faults: Faults<V> = failures > 0 ? { ...refusal?.faults, ...own } : {};
  const fail = () => setFailures((count) => count + 1);
  const set = (changes: Partial<V>) => {
    setValues((before) => ({ ...before, ...changes }));
    setRefusal((before) => before && { faults: without(before.faults ?? {}, Object.keys(changes)) });
  };
  const change = (name: string, value: string | boolean) => set({ [name]: value } as Partial<V>);

  return {
    values,
    dirty: Object.keys(initial).some((name) => values[name] !== initial[name]),
    faults,
    refusal,
    failures,
    text: (name) => ({
      name,
      value: values[name] as string,
      required: options.required?.includes(name) ?? false,
      error: faults[name],
      onChange: (event) => change(name, event.target.value),
    }),
    tick: (name) => ({
      name,
      checked: values[name] as boolean,
      error: faults[name],
      onChange: (event) => change(name, event.target.checked),
    }),
    set,
    attempt: () => {
      setRefusal(undefined);
      const good = Object.keys(own).length === 0;
      if (!good) fail();
      return good;
    },
    refuse: (why) => {
      setRefusal(why);
      fail();
    },
  };
}

function faultsOf<V extends Values>(values: V, options: FormOptions<V>, empty: string): Faults<V> {
  const isEmpty = (name: Names<V, string>) => (values[name] as string).trim() === "";
  const missing = (options.required ?? []).filter(isEmpty).map((name) => [name, empty] as const);
  const wrong = Object.entries(options.check?.(values) ?? {}).filter(([, fault]) => fault !== undefined);
  return { ...Object.fromEntries(wrong), ...Object.fromEntries(missing) } as Faults<V>;
}

function without<V>(faults: Faults<V>, names: string[]): Faults<V> {
  return Object.fromEntries(Object.entries(faults).filter(([name]) => !names.includes(name))) as Faults<V>;
}
