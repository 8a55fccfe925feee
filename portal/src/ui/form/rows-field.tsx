import { Box, Button, chakra, Flex } from "@chakra-ui/react";
import { ArrowDown, ArrowUp, CircleAlert, Plus, X } from "lucide-react";
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useFieldArray, type ArrayPath, type FieldArray } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { IconButton } from "../icon-button";
import { Term } from "./field-frame";
import type { FormControl, Values } from "./use-form";

/** A list of one row has none, so that its fields are wider. */
const ARROWS = [
  { key: "up", step: -1, Icon: ArrowUp },
  { key: "down", step: 1, Icon: ArrowDown },
] as const;

interface RowsFieldProps<V extends Values, Name extends ArrayPath<V>> {
  form: FormControl<V>;
  /** The path of the list in the form: `links`. */
  name: Name;
  label: string;
  /** The name that a standard gives the list, in grey behind its label. */
  term?: string | undefined;
  /** The name of a row for its buttons: "Link 2". */
  rowName: (index: number) => string;
  /** The values of a new row. */
  blank: FieldArray<V, Name>;
  /** The text of the button that adds a row; "Add" by default. */
  add?: string;
  /** The maximum number of rows. */
  max?: number;
  /** The fields of one row: `form.text(`links.${index}.url`)`. */
  children: (index: number) => ReactNode;
}

/** A list inside a form. Rows can be added, removed and moved, by buttons or Alt with the arrow keys. */
export function RowsField<V extends Values, Name extends ArrayPath<V>>(props: RowsFieldProps<V, Name>) {
  const { form, name, label, term, rowName, blank, add, max = Infinity, children } = props;
  const { t } = useTranslation("form");
  const { fields, append, remove, move } = useFieldArray<V, Name>({ control: form.hook.control, name });
  const box = useRef<HTMLFieldSetElement>(null);
  const [said, setSaid] = useState("");
  const fault = form.faults[name];
  const faultId = useId();
  const labelId = useId();

  /** After the next render, focuses the same button of a row, or the button that adds a row. */
  const focusLater = (row: number, button: string) =>
    requestAnimationFrame(() => {
      // A row may have rows of its own.
      const own = box.current?.querySelectorAll(":scope > ol > [data-row]")[row];
      const find = (sign: string) =>
        own?.querySelector<HTMLElement>(`:scope > :last-child > ${sign}:not(:disabled)`);
      const add = box.current?.querySelector<HTMLElement>(":scope > [data-do=add]");
      (find(`[data-do=${button}]`) ?? find("[data-do]") ?? add)?.focus();
    });
  const moveTo = (from: number, to: number, focus: () => void) => {
    if (to < 0 || to >= fields.length) return;
    setSaid(t("rows.moved", { item: rowName(from), place: to + 1, count: fields.length }));
    move(from, to);
    focus();
  };
  const drop = (index: number) => {
    setSaid(t("rows.dropped", { item: rowName(index) }));
    remove(index);
    focusLater(Math.min(index, fields.length - 2), "remove");
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || step === undefined || event.defaultPrevented) return;
    event.preventDefault();
    const focused = event.target as HTMLElement;
    moveTo(index, index + step, () => requestAnimationFrame(() => focused.focus()));
  };
  return (
    <chakra.fieldset
      name={name}
      ref={box}
      aria-labelledby={labelId}
      border="0"
      margin="0"
      padding="0"
      minWidth="0"
    >
      <Box as="legend" width="full" padding="0" marginBottom="1.5" fontSize="md" fontWeight="medium">
        <Flex justify="space-between" align="baseline" gap="3">
          <span id={labelId}>{label}</span> {term && <Term>{term}</Term>}
        </Flex>
      </Box>
      <Flex as="ol" direction="column" gap="3" margin="0" padding="0" listStyleType="none">
        {fields.map(({ id }, index) => (
          <Flex
            as="li"
            key={id}
            data-row
            gap="2"
            wrap="wrap"
            align="flex-start"
            padding="3"
            border="1px solid"
            borderColor="border"
            borderRadius="control"
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <Flex direction="column" gap="3" flex="1 1 280px" minWidth="0">
              {children(index)}
            </Flex>
            <Flex marginInlineStart="auto">
              {(fields.length > 1 ? ARROWS : []).map(({ key, step, Icon }) => (
                <IconButton
                  key={key}
                  data-do={key}
                  label={t(`rows.${key}`, { item: rowName(index) })}
                  disabled={index + step < 0 || index + step >= fields.length}
                  onClick={() => moveTo(index, index + step, () => focusLater(index + step, key))}
                >
                  <Icon size={16} aria-hidden />
                </IconButton>
              ))}
              <IconButton
                data-do="remove"
                label={t("rows.drop", { item: rowName(index) })}
                onClick={() => drop(index)}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </Flex>
          </Flex>
        ))}
      </Flex>
      {fault !== undefined && (
        <Flex id={faultId} gap="1.5" align="center" marginTop="1.5" fontSize="sm" color="danger">
          <CircleAlert size={14} aria-hidden />
          {fault}
        </Flex>
      )}
      <Button
        data-do="add"
        variant="outline"
        size="sm"
        marginTop="3"
        disabled={fields.length >= max}
        {...(fault !== undefined && { "data-fault": "", "aria-describedby": faultId })}
        onClick={() => append(blank)}
      >
        <Plus size={16} aria-hidden />
        {add ?? t("rows.add")}
      </Button>
      <Box srOnly role="status">
        {said}
      </Box>
    </chakra.fieldset>
  );
}
