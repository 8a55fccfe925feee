import { Box, Button, Flex } from "@chakra-ui/react";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { BASE } from "../../../address/base";
import type { components } from "../../../api/schema";

type File = components["schemas"]["ProductFile"];

/** Files about an application, each with its download. */
export function FileLinks({ files }: { files: File[] }) {
  const { t } = useTranslation("homeMore");
  return (
    <Box as="ul" margin="0" padding="0" listStyleType="none">
      {files.map(({ description, url }) => (
        <Flex as="li" key={url} align="center" gap="3" paddingBlock="1">
          <Box flex="1" minWidth="0" overflowWrap="anywhere">
            {description}
          </Box>
          <Button asChild size="sm" variant="outline">
            <a
              href={url.startsWith("/") ? BASE + url : url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t("download.of", { name: description })}
            >
              <Download size={16} aria-hidden />
              {t("Download")}
            </a>
          </Button>
        </Flex>
      ))}
    </Box>
  );
}
