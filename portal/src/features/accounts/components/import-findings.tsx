import { Box, Heading, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { inBrackets, labelled } from "../../../i18n/marks";
import type { FieldFault } from "../../../api/failure";
import { useAuditWords } from "../../../kit/history/audit-words";
import type { Imported } from "../queries";

const LINES_SHOWN = 50;

/** What a file would change, its first lines in full. */
export function Found({ found }: { found: Imported }) {
  const { t } = useTranslation("accounts");
  const words = useAuditWords();
  // Of a person, unlike the names of other things.
  const fieldOf = (field: string) => (field === "name" ? t("fullName") : words.field(field));
  const { added, changed, unchanged, welcomed } = found;
  const lines = found.lines.filter((line) => line.added || line.changes.length > 0);
  const more = lines.length - LINES_SHOWN;
  return (
    <>
      <Text margin="0" fontWeight="medium">
        {[
          t("import.added", { count: added }),
          t("import.changed", { count: changed }),
          ...(unchanged > 0 ? [t("import.unchanged", { count: unchanged })] : []),
          ...(welcomed > 0 ? [t("import.welcomed", { count: welcomed })] : []),
        ].join(" · ")}
      </Text>
      {lines.length > 0 && (
        <Heading as="h3" size="sm" marginTop="4" marginBottom="2">
          {t("import.lines")}
        </Heading>
      )}
      <Box as="ul" listStyleType="none" margin="0" padding="0">
        {lines.slice(0, LINES_SHOWN).map(({ row, username, added: isNew, changes }) => (
          <Box
            as="li"
            key={row}
            paddingBlock="2"
            borderTop="1px solid"
            borderColor="border"
            overflowWrap="anywhere"
          >
            <Text margin="0">
              {t("import.line", { row, username })}
              {isNew && inBrackets(t("import.new"))}
            </Text>
            {changes.map(({ field, from, to }) => (
              <Text key={field} margin="0" fontSize="sm" color="fg.muted">
                {isNew
                  ? t("import.first", { field: fieldOf(field), to: words.value(to) })
                  : t("import.change", {
                      field: fieldOf(field),
                      from: words.value(from),
                      to: words.value(to),
                    })}
              </Text>
            ))}
          </Box>
        ))}
      </Box>
      {more > 0 && <Text color="fg.muted">{t("import.more", { count: more })}</Text>}
    </>
  );
}

/** What is wrong with a file, by line and heading. */
export function Faults({ faults }: { faults: FieldFault[] }) {
  const { t } = useTranslation("accounts");
  const placeOf = ({ column }: FieldFault, row: number) =>
    column ? t("import.faultAt", { row, column }) : t("import.faultIn", { row });
  return (
    <>
      <Text margin="0" color="danger" fontWeight="medium">
        {t("import.faults")}
      </Text>
      <Box as="ul" margin="0" marginTop="2" paddingInlineStart="5">
        {faults.map((fault, at) => (
          <li key={at}>
            {fault.row ? <Text as="strong">{labelled(placeOf(fault, fault.row))}</Text> : null}
            {fault.msg}
            {fault.column === "username" && fault.rule === "form" && (
              <Box color="fg.muted">{t("usernameHelp")}</Box>
            )}
          </li>
        ))}
      </Box>
    </>
  );
}
