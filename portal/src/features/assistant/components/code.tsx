import { Box, Flex } from "@chakra-ui/react";
import { Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/icon-button";
import { copy } from "../copy";
import type { Fence } from "../fence";
import type { Run } from "../highlight";

/** The most characters of code that get colours: more of them takes too long. */
const LONGEST = 20_000;

/** Code with its language and a button to copy it. It gets its colours when its end has arrived; their code loads then. */
export function Code({ fence: { language, code, closed } }: { fence: Fence }) {
  const { t } = useTranslation("assistant");
  const runs = useColours(language, code, closed && code.length <= LONGEST);
  const name = language ? t("code.of", { language }) : t("code");
  return (
    <Box border="1px solid" borderColor="border" borderRadius="control" background="bg.subtle">
      <Flex align="center" justify="space-between" paddingInlineStart="3" fontSize="sm" color="fg.muted">
        <span>{language}</span>
        <IconButton label={t("code.copy")} onClick={() => void copy(code, t("copied"), t("notCopied"))}>
          <Copy size={14} aria-hidden />
        </IconButton>
      </Flex>
      {/* Keys scroll it too. */}
      <Box
        as="pre"
        role="group"
        aria-label={name}
        tabIndex={0}
        margin="0"
        padding="3"
        paddingTop="0"
        overflowX="auto"
        fontFamily="mono"
        fontSize="sm"
        whiteSpace="pre"
        css={COLOURS}
      >
        <code>
          {runs?.map(({ text, className }, index) =>
            className ? (
              <span key={index} className={className}>
                {text}
              </span>
            ) : (
              text
            ),
          ) ?? code}
        </code>
      </Box>
    </Box>
  );
}

/** The coloured runs; undefined until they are there. Without their code the text stays as it is. */
function useColours(language: string, code: string, wanted: boolean): Run[] | undefined {
  const [runs, setRuns] = useState<Run[]>();
  useEffect(() => {
    if (!wanted || language === "") return undefined;
    let isOver = false;
    import("../highlight").then(
      ({ highlighted }) => {
        if (!isOver) setRuns(highlighted(language, code));
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [wanted, language, code]);
  return wanted ? runs : undefined;
}

/** By the classes of highlight.js, in the colours of the portal, which have their contrast on this ground. */
const COLOURS = {
  "& .hljs-comment, & .hljs-quote, & .hljs-meta": { color: "fg.muted", fontStyle: "italic" },
  "& .hljs-keyword, & .hljs-selector-tag, & .hljs-name, & .hljs-section, & .hljs-built_in": {
    color: "accent.fg",
    fontWeight: "medium",
  },
  "& .hljs-string, & .hljs-regexp, & .hljs-addition, & .hljs-code": { color: "success" },
  "& .hljs-number, & .hljs-literal, & .hljs-attr, & .hljs-attribute, & .hljs-symbol": { color: "warning" },
  "& .hljs-title, & .hljs-type, & .hljs-deletion, & .hljs-variable, & .hljs-selector-class": {
    color: "danger",
  },
};
