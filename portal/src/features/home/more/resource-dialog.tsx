import { Box, Flex, Heading, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { NONE } from "../../../i18n/use-formats";
import { AppIcon } from "../../../kit/app-icon";
import { NotThereYet } from "../../../kit/not-there-yet";
import { DialogFrame } from "../../../ui/dialog-frame";
import { SEGMENT, SEGMENTS } from "../../../ui/segment-look";
import { resourcesQuery, type Resource } from "../about-queries";
import { FileLinks } from "./file-links";
import { useScrollTabs } from "./use-scroll-tabs";

/** The parts of an application's texts (D-19, F-57). */
const PARTS = ["INTRODUCTION", "WHY USE IT", "ACCESS", "FILE"] as const;

/** What applications offer to read: the applications on the left, the parts of one on the right. */
export function ResourceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("homeMore");
  const { data, error, refetch } = useQuery(resourcesQuery(useServices()));
  const [chosenId, setChosenId] = useState<number>();
  const shown = data?.find(({ id }) => id === chosenId) ?? data?.[0];
  return (
    <DialogFrame title={t("resources.heading")} width="960px" onClose={onClose}>
      {!data && <NotThereYet error={error} onRetry={() => void refetch()} lines={6} height="6" />}
      {data && !shown && <Text margin="0">{t("resources.none")}</Text>}
      {data && shown && (
        <Flex direction={{ base: "column", md: "row" }} gap="5" minHeight="0">
          <Flex as="ul" aria-label={t("resources.applications")} css={APPLICATIONS}>
            {data.map((one) => (
              <li key={one.id}>
                <Flex asChild css={APPLICATION}>
                  <button
                    type="button"
                    aria-current={one.id === shown.id ? "true" : undefined}
                    onClick={() => setChosenId(one.id)}
                  >
                    <AppIcon product={one} small />
                    {one.name}
                  </button>
                </Flex>
              </li>
            ))}
          </Flex>
          <Texts key={shown.id} resource={shown} />
        </Flex>
      )}
    </DialogFrame>
  );
}

function Texts({ resource }: { resource: Resource }) {
  const { t } = useTranslation("homeMore");
  const box = useRef<HTMLDivElement>(null);
  const { current, onScroll, goTo } = useScrollTabs(box, PARTS.length);
  const { attribute1, attribute2, attribute3, files } = resource;
  const texts = [attribute1, attribute2, attribute3].map((text) => text || NONE);
  return (
    <Box flex="1" minWidth="0">
      <Flex role="group" aria-label={t("resources.parts", { name: resource.name })} css={SEGMENTS}>
        {PARTS.map((part, index) => (
          <Box asChild key={part} css={{ ...SEGMENT, fontSize: "xs", paddingInline: "1" }}>
            <button
              type="button"
              aria-current={index === current ? "true" : undefined}
              data-selected={index === current ? "" : undefined}
              onClick={() => goTo(index)}
            >
              {t(part)}
            </button>
          </Box>
        ))}
      </Flex>
      <Box
        ref={box}
        role="region"
        aria-label={resource.name}
        tabIndex={0}
        position="relative"
        height={{ base: "44vh", md: "420px" }}
        overflowY="auto"
        onScroll={onScroll}
      >
        {PARTS.map((part, index) => (
          <Box as="section" key={part} data-part paddingBottom="6">
            <Heading as="h3" size="sm" marginBottom="1.5">
              {t(part)}
            </Heading>
            {index < texts.length ? (
              <Text margin="0" whiteSpace="pre-line" overflowWrap="anywhere">
                {texts[index]}
              </Text>
            ) : files.length > 0 ? (
              <FileLinks productId={resource.id} files={files} />
            ) : (
              NONE
            )}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const APPLICATIONS = {
  flexDirection: { base: "row", md: "column" },
  gap: "1",
  width: { md: "220px" },
  maxHeight: { md: "480px" },
  flexShrink: "0",
  margin: "0",
  padding: "1",
  listStyleType: "none",
  overflow: "auto",
};

const APPLICATION = {
  alignItems: "center",
  gap: "2",
  width: "full",
  minHeight: "9",
  paddingInline: "2.5",
  border: "0",
  borderRadius: "control",
  background: "transparent",
  color: "fg",
  fontSize: "md",
  fontFamily: "inherit",
  textAlign: "start",
  cursor: "pointer",
  _hover: { background: "bg.subtle" },
  "&[aria-current]": { background: "accent.subtle", color: "accent.fg", fontWeight: "medium" },
};
