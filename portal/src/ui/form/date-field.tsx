import { TextField } from "./text-field";
import type { FieldProps } from "./field-frame";
import type { InputProps } from "@chakra-ui/react";

interface DateFieldProps extends FieldProps, Omit<InputProps, keyof FieldProps | "type" | "min" | "max"> {
  /** The first and the last day that may be chosen, as `yyyy-MM-dd`. */
  min?: string;
  max?: string;
}

/** Without a last day, browsers take years of six digits, and swallow the month that is typed after the year. */
const LAST = "9999-12-31";

/** A day, as `yyyy-MM-dd`: the browser's own field and calendar (decision 0016). */
export function DateField({ max = LAST, ...props }: DateFieldProps) {
  return <TextField {...props} max={max} type="date" maxWidth="52" />;
}
