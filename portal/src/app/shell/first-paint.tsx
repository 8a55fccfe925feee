import { Box, Flex, Skeleton, VisuallyHidden } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { Mark } from "../../ui/mark";

/** The page while it loads: an empty header, and space for the content. */
export function FirstPaint() {
  const { t } = useTranslation("shell");
  return (
    <>
      <VisuallyHidden role="status">{t("loading")}</VisuallyHidden>
      <Flex
        align="center"
        height="14"
        paddingInline={{ base: "4", sm: "6" }}
        background="bg.panel"
        color="accent.fg"
        borderBottom="1px solid"
        borderColor="border"
      >
        <Mark />
      </Flex>
      <Box
        width="full"
        maxWidth="1248px"
        marginInline="auto"
        padding={{ base: "5 4", sm: "6" }}
        aria-hidden="true"
      >
        <Skeleton height="8" width="72" maxWidth="full" marginTop="1" />
      </Box>
    </>
  );
}
