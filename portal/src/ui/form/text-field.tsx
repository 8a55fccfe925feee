import { Box, Input, type InputProps } from "@chakra-ui/react";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FieldFrame, type FieldProps } from "./field-frame";
import { lengthOf, limitOf } from "./length-of";

interface TextFieldProps extends FieldProps, Omit<InputProps, keyof FieldProps> {
  /** Shows how many of the `maxLength` characters are used. */
  counted?: boolean;
}

export function TextField(props: TextFieldProps) {
  const { label, term, help, rule, error, required, disabled, counted = false, maxLength, ...input } = props;
  return (
    <FieldFrame
      {...{ label, term, rule, error, required, disabled, ...(help && { help }) }}
      {...(counted && maxLength !== undefined && { aside: <Counter most={maxLength} /> })}
    >
      {(described) => <Input {...input} {...limitOf({ maxLength, name: input.name })} {...described} />}
    </FieldFrame>
  );
}

/** `12 / 100`, for the input of the same field. */
function Counter({ most }: { most: number }) {
  const { t } = useTranslation("form");
  const place = useRef<HTMLSpanElement>(null);
  const [used, setUsed] = useState(0);
  useLayoutEffect(() => {
    const field = place.current?.closest("[data-part=root]");
    const input = field?.querySelector("input");
    if (!field || !input) return;
    const count = () => setUsed(lengthOf(input.value));
    // After each render: the form library sets the first value after the input is mounted, and loaded values later.
    const later = requestAnimationFrame(count);
    field.addEventListener("input", count);
    return () => {
      cancelAnimationFrame(later);
      field.removeEventListener("input", count);
    };
  });
  return (
    <Box as="span" ref={place} fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
      <Box as="span" srOnly>
        {t("counter", { used, most })}
      </Box>
      <span aria-hidden>
        {used} / {most}
      </span>
    </Box>
  );
}
