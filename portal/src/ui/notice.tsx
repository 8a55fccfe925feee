import { Flex, Heading, Text } from "@chakra-ui/react";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { labelled } from "../i18n/marks";
import { CopyButton } from "./copy-button";

interface NoticeProps {
  icon: LucideIcon;
  heading: string;
  /** One sentence: what, why, what to do. */
  text?: string;
  /** The id to tell an administrator, with a button to copy it. */
  requestId?: string | undefined;
  /** The one action. */
  children?: ReactNode;
  /** `page` if it is the whole page; its heading is the heading of the page. */
  as?: "page" | "part";
}

/** Shown instead of content that is empty, forbidden or failed to load. */
export function Notice({ icon: Icon, heading, text, requestId, children, as = "part" }: NoticeProps) {
  const { t } = useTranslation("ui");
  const page = as === "page";
  return (
    <Flex
      direction="column"
      align="center"
      textAlign="center"
      gap="2"
      paddingBlock={page ? "16" : "8"}
      paddingInline="4"
      marginInline="auto"
      maxWidth="480px"
    >
      <Flex
        align="center"
        justify="center"
        boxSize="12"
        marginBottom="2"
        borderRadius="full"
        background="accent.subtle"
        color="accent.fg"
      >
        <Icon size={22} aria-hidden />
      </Flex>
      <Heading as={page ? "h1" : "h2"} size={page ? "lg" : "md"} overflowWrap="anywhere">
        {heading}
      </Heading>
      {text && (
        <Text color="fg.muted" fontSize="md" margin="0" overflowWrap="anywhere">
          {text}
        </Text>
      )}
      {requestId && (
        <Flex align="center" gap="1" fontSize="sm" color="fg.muted">
          <Text as="span">
            {labelled(t("requestId"))}
            <code>{requestId}</code>
          </Text>
          <CopyButton text={requestId} label={t("requestId")} />
        </Flex>
      )}
      {children && (
        <Flex gap="3" marginTop="3" wrap="wrap" justify="center">
          {children}
        </Flex>
      )}
    </Flex>
  );
}
