import type { InputProps } from "@chakra-ui/react";
import type { FieldProps } from "./field-frame";
import { TextField } from "./text-field";

type MomentFieldProps = FieldProps & Omit<InputProps, keyof FieldProps | "type" | "min" | "max">;

/** A day with hour and minute, as `yyyy-MM-ddTHH:mm`: the browser's own field (decision 0016). */
export function MomentField(props: MomentFieldProps) {
  return <TextField {...props} max="9999-12-31T23:59" type="datetime-local" maxWidth="64" />;
}

/** A moment of the server, `yyyy-MM-dd HH:mm`, for the field. */
export const momentOf = (text: string) => text.replace(" ", "T");

/** The moment of a field, as the server has it. */
export const textOf = (moment: string) => moment.replace("T", " ").slice(0, "yyyy-MM-dd HH:mm".length);
