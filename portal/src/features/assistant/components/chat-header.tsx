import { Box, Button, Flex, Heading, Text } from "@chakra-ui/react";
import { MessagesSquare } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Cost } from "../../../kit/assistant-cost";
import { SelectField } from "../../../ui/form/select-field";
import type { Version } from "../queries";
import { Usage, UsageNotice } from "./usage-notice";

interface ChatHeaderProps {
  cost: Cost;
  versions: Version[];
  chosen: Version | undefined;
  onVersion: (id: number) => void;
  /** Opens the chats on a narrow screen. */
  onChats: () => void;
}

/** What is left, the version, and the notice (S-14). Without a provider it says that the answers are only a local echo. */
export function ChatHeader({ cost, versions, chosen, onVersion, onChats }: ChatHeaderProps) {
  const { t } = useTranslation("assistant");
  return (
    <>
      {/* A wide screen keeps it in sight, below the header of the portal. */}
      <Flex
        align="flex-end"
        columnGap="4"
        rowGap="2"
        wrap="wrap"
        position={{ lg: "sticky" }}
        top="56px"
        zIndex="2"
        paddingBlock={{ lg: "2" }}
        background="bg"
      >
        <Box flex={{ base: "1 0 100%", sm: "1" }} minWidth="fit-content">
          <Heading as="h1" size="lg">
            {t("heading")}
          </Heading>
          <Usage cost={cost} />
        </Box>
        <Button hideFrom="lg" variant="outline" onClick={onChats}>
          <MessagesSquare size={16} aria-hidden />
          {t("chats")}
        </Button>
        <Box flex="1 1 140px" maxWidth="176px">
          <SelectField
            label={t("version")}
            value={String(chosen?.id ?? "")}
            options={versions.map(({ id, value, echo }) => ({
              value: String(id),
              label: echo ? t("version.echo", { name: value }) : value,
            }))}
            onChange={({ target }) => onVersion(Number(target.value))}
          />
        </Box>
      </Flex>
      {chosen?.echo && (
        <Text margin="0" fontSize="sm" color="fg.muted">
          {t("echo")}
        </Text>
      )}
      <UsageNotice cost={cost} />
    </>
  );
}
