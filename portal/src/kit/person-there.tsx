import { Box, Button, Flex, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useValue, type FormControl } from "../ui/form/use-form";
import type { Option } from "./use-search";

/** The people to add to and to remove from those that the server has. */
export interface PeopleValues {
  added: Option[];
  removed: Option[];
}

/** A person who is there already. */
export interface PersonThere extends Option {
  /** What else is known, under the name. */
  facts?: ReactNode;
  /** Why the person cannot be removed. */
  stays?: string | undefined;
  /** Opens what else can be changed about the person, at once. */
  change?: (() => void) | undefined;
  /** The reader comes back from there. */
  changed?: boolean;
}

interface ThereProps {
  form: FormControl<PeopleValues>;
  person: PersonThere;
  fixed: boolean;
}

/** A row of the people who are there. */
export function There({ form, person, fixed }: ThereProps) {
  const { t } = useTranslation("form");
  const { value, label, hint, facts, stays, change, changed } = person;
  const removed = useValue(form, "removed");
  const goes = removed.some((one) => one.value === value);
  const toggle = () =>
    form.set("removed", goes ? removed.filter((one) => one.value !== value) : [...removed, { value, label }]);
  return (
    <Flex
      as="li"
      align="center"
      justify="flex-end"
      wrap="wrap"
      columnGap="3"
      rowGap="1.5"
      minHeight="12"
      paddingBlock="1.5"
      borderBottom="1px solid"
      borderColor="border"
      fontSize="md"
    >
      <Box flex="1 1 200px" minWidth="0" overflowWrap="anywhere">
        <Text as="span" {...(goes && { textDecoration: "line-through", color: "fg.muted" })}>
          {label}
        </Text>
        {hint && (
          <Text as="span" marginInlineStart="2" fontSize="sm" color="fg.muted">
            {hint}
          </Text>
        )}
        {[facts, stays].some(Boolean) && (
          <Box fontSize="sm" color="fg.muted">
            {facts}
            {stays && <div>{stays}</div>}
          </Box>
        )}
      </Box>
      <Flex gap="2" flexShrink="0">
        {change && (
          <Button
            variant="outline"
            size="sm"
            aria-label={t("people.changeOf", { name: label })}
            onClick={change}
            {...(changed && { "data-autofocus": "" })}
          >
            {t("people.change")}
          </Button>
        )}
        {!fixed && !stays && (
          <Button
            variant="outline"
            size="sm"
            aria-label={goes ? t("people.undo", { name: label }) : t("rows.remove", { name: label })}
            onClick={toggle}
          >
            {goes ? t("people.keep") : t("people.remove")}
          </Button>
        )}
      </Flex>
    </Flex>
  );
}
