import { Box, Flex, Text } from "@chakra-ui/react";
import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { labelled } from "../../i18n/marks";
import { useAuditWords, type AuditEntry } from "./audit-words";

/** The changed fields with their old and new values. A secret shows only that it changed. */
export function ChangesList({ changes }: Pick<AuditEntry, "changes">) {
  const { t } = useTranslation("history");
  const { field, value } = useAuditWords();
  return (
    <Box as="dl" margin="0" display="grid" gap="2" fontSize="md">
      {changes.map((change, index) => (
        <Box key={index}>
          <Text as="dt" fontSize="sm" color="fg.muted">
            {field(change.field)}
          </Text>
          <Box as="dd" margin="0" overflowWrap="anywhere">
            {change.recorded ? (
              <Flex align="baseline" gap="2" wrap="wrap">
                {change.from && (
                  <>
                    <Text as="span" color="fg.muted">
                      <Text as="span" srOnly>
                        {labelled(t("change.from"))}
                      </Text>
                      {value(change.from)}
                    </Text>
                    <Box as="span" color="fg.muted" transform="translateY(2px)" flexShrink="0">
                      <ArrowRight size={14} aria-hidden />
                    </Box>
                  </>
                )}
                <Text as="span" fontWeight="medium">
                  <Text as="span" srOnly>
                    {labelled(t("change.to"))}
                  </Text>
                  {value(change.to)}
                </Text>
              </Flex>
            ) : (
              <Text as="span" color="fg.muted">
                {t("value.hidden")}
              </Text>
            )}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
