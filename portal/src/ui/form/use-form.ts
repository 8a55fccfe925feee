import { useState } from "react";
import {
  get,
  set as setIn,
  useController as useHookController,
  useForm as useHookForm,
  useWatch,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldPathByValue,
  type FieldValues,
  type PathValue,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from "react-hook-form";
import { useTranslation } from "react-i18next";
import { tooLong } from "./length-of";

/** The values of a form: texts, booleans, and lists of them. Numbers and dates are texts until they are sent. */
export type Values = FieldValues;

export type TextName<V extends Values> = FieldPathByValue<V, string>;
/** The paths that hold a list of `Item`. */
export type ListName<V extends Values, Item> = FieldPathByValue<V, Item[]>;
export type TickName<V extends Values> = FieldPathByValue<V, boolean>;

/** A path with `*` for every row: `links.*.url`. */
type Starred<Path> = Path extends `${infer Before}.${number}.${infer After}`
  ? `${Before}.*.${Starred<After>}`
  : Path;

/** Error texts by the path of the field: `email`, `links.1.url`. */
export type Faults<V extends Values> = Partial<Record<FieldPath<V>, string>>;

export interface FormOptions<V extends Values> {
  initial: V;
  /** The fields that must not be empty. */
  required?: readonly Starred<TextName<V>>[];
  /** All other checks of the values. */
  check?: (values: V) => Faults<V>;
}

/** Why the server refused the values. */
export interface Refusal {
  /** The texts for the fields that it named, by path … */
  faults?: Record<string, string>;
  /** … and for the whole form. */
  text?: string | undefined;
  requestId?: string | undefined;
  /** If somebody else changed the same thing first: puts their version into the form. */
  takeTheirs?: (() => Promise<void>) | undefined;
}

/** The properties that bind a field: `<TextField label="…" {...form.text("name")} />`. */
export interface Binding extends Pick<UseFormRegisterReturn, "name" | "ref" | "onChange" | "onBlur"> {
  required: boolean;
  error: string | undefined;
}

export interface FormControl<V extends Values> {
  /** The form of the library, for parts of the kit. */
  hook: UseFormReturn<V>;
  /** Whether closing would lose changes. */
  dirty: boolean;
  /** The shown errors, by path; none before the first try to send. */
  faults: Record<string, string>;
  refusal: Refusal | undefined;
  /** The number of failed tries. Each moves the focus to the error. */
  failures: number;
  text: (name: TextName<V>) => Binding;
  tick: (name: TickName<V>) => Binding;
  set: <Name extends FieldPath<V>>(name: Name, value: PathValue<V, Name>) => void;
  /** Starts again with other values. */
  restart: (values: V) => void;
  /** Checks the values and gives them if they are valid. From then on errors are shown. */
  attempt: () => Promise<V | undefined>;
  refuse: (refusal: Refusal) => void;
}

/** The current value of one field; the component renders again when it changes. */
export function useValue<V extends Values, Name extends FieldPath<V>>(
  form: FormControl<V>,
  name: Name,
): PathValue<V, Name> {
  return useWatch({ control: form.hook.control, name });
}

/** Value and setters of one text, for a control that is not the browser's input. */
export function useController<V extends Values>(form: FormControl<V>, name: TextName<V>) {
  return useHookController({ control: form.hook.control, name }).field;
}

/** The state of one form. Errors appear at the first try to send and disappear when they are corrected. */
export function useForm<V extends Values>(options: FormOptions<V>): FormControl<V> {
  const { t } = useTranslation("form");
  const [failures, setFailures] = useState(0);
  const [refusal, setRefusal] = useState<Refusal>();
  const hook = useHookForm<V>({
    defaultValues: options.initial as DefaultValues<V>,
    // <Form> moves the focus, also for errors from the server.
    shouldFocusError: false,
    resolver: (values, _context, { names = [], fields }) => {
      const long = tooLong(inSight(names, fields), (name) => get(values, name)).map(
        ([name, most]) => [name, t("long", { most })] as const,
      );
      const faults = { ...Object.fromEntries(long), ...faultsOf(values, options, t("empty")) };
      if (Object.keys(faults).length === 0) return { values, errors: {} };
      return { values: {}, errors: errorsOf(values, faults) };
    },
  });
  const { errors, isDirty, isSubmitted } = hook.formState;
  const faults = messagesIn(errors);
  const fail = () => setFailures((count) => count + 1);
  const required = new Set<string>(options.required);
  const bind = (name: FieldPath<V>): Binding => {
    const { ref, onChange, onBlur } = hook.register(name);
    const error = faults[name];
    const change: typeof onChange = (event) => {
      // The first letter removes the server's error.
      if (error !== undefined && !isSubmitted) hook.clearErrors(name);
      return onChange(event);
    };
    return { name, ref, onChange: change, onBlur, required: required.has(starred(name)), error };
  };

  return {
    hook,
    dirty: isDirty,
    faults,
    refusal,
    failures,
    text: bind,
    tick: bind,
    set: (name, value) => {
      hook.setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted });
    },
    restart: (values) => {
      setRefusal(undefined);
      hook.reset(values);
    },
    attempt: async () => {
      setRefusal(undefined);
      let good: V | undefined;
      await hook.handleSubmit((values) => {
        good = values;
      })();
      if (good === undefined) fail();
      return good;
    },
    refuse: (why) => {
      const hidden = new Set<string>();
      for (const [name, message] of Object.entries(why.faults ?? {})) {
        if (isShown(name)) hook.setError(name as FieldPath<V>, { type: "server", message });
        else hidden.add(message);
      }
      // Errors of fields that this form does not show are shown above it.
      const above = hidden.size > 0 ? [...hidden].join(" ") : undefined;
      setRefusal({ ...why, text: why.text ?? above });
      fail();
    },
  };
}

/** The elements of the fields that the form shows now. */
function inSight(names: readonly string[], fields: object): Element[] {
  const refs = names.map((name): unknown => get(fields, `${name}.ref`));
  return refs.filter((ref): ref is Element => ref instanceof Element && ref.isConnected);
}

function isShown(name: string): boolean {
  return document.getElementsByName(name).length > 0;
}

function faultsOf<V extends Values>(values: V, options: FormOptions<V>, empty: string) {
  const missing = (options.required ?? [])
    .flatMap((name) => paths(values, name))
    .filter((name) => String(get(values, name) ?? "").trim() === "")
    .map((name) => [name, empty] as const);
  const wrong: [string, string | undefined][] = Object.entries(options.check?.(values) ?? {});
  const given = wrong.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries([...given, ...missing]);
}

/** The paths of `links.*.url`, one for each link. */
function paths(values: Values, name: string): string[] {
  const [list, ...rest] = name.split(".*.");
  if (list === undefined || rest.length === 0) return [name];
  const rows: unknown = get(values, list);
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((_, index) => paths(values, `${list}.${index}.${rest.join(".*.")}`));
}

function starred(name: string): string {
  return name.replace(/\.\d+(?=\.|$)/g, ".*");
}

/** Converts errors by path to the library's nested errors; an error of a whole list is at its `root`. */
function errorsOf<V extends Values>(values: V, faults: Record<string, string>): FieldErrors<V> {
  const errors: FieldErrors<V> = {};
  for (const [name, message] of Object.entries(faults)) {
    const path = Array.isArray(get(values, name)) ? `${name}.root` : name;
    setIn(errors, path, { type: "check", message });
  }
  return errors;
}

function messagesIn(errors: object, path: string[] = []): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const [key, error] of Object.entries(errors) as [string, unknown][]) {
    if (key === "ref" || typeof error !== "object" || error === null) continue;
    const here = key === "root" && path.length > 0 ? path : [...path, key];
    if ("message" in error && typeof error.message === "string") messages[here.join(".")] = error.message;
    else Object.assign(messages, messagesIn(error, here));
  }
  return messages;
}
