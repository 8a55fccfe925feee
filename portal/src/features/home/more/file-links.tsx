import { Box, Button, Flex } from "@chakra-ui/react";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { BASE } from "../../../address/base";
import { fileAddress, isKeptFile } from "../../../api/product-file";
import type { components } from "../../../api/schema";
import { useServices } from "../../../api/services";

type File = components["schemas"]["ProductFile"];

interface FileLinksProps {
  productId: number;
  files: File[];
}

/** Files about an application, each with its download. */
export function FileLinks({ productId, files }: FileLinksProps) {
  return (
    <Box as="ul" margin="0" padding="0" listStyleType="none">
      {files.map((file) => (
        <Flex as="li" key={file.url} align="center" gap="3" paddingBlock="1">
          <Box flex="1" minWidth="0" overflowWrap="anywhere">
            {file.description}
          </Box>
          {isKeptFile(file.url) ? <KeptFile productId={productId} file={file} /> : <FileLink file={file} />}
        </Flex>
      ))}
    </Box>
  );
}

function FileLink({ file: { description, url } }: { file: File }) {
  const { t } = useTranslation("homeMore");
  return (
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
  );
}

/** A file that the server keeps: a press asks for its address, which works for a minute. */
function KeptFile({ productId, file: { description, url } }: { productId: number; file: File }) {
  const { t } = useTranslation("homeMore");
  const services = useServices();
  const { mutate, isPending } = useMutation({
    mutationFn: () => fileAddress(services, productId, url),
    // The answer is a download, so the page stays.
    onSuccess: (address) => location.assign(address),
  });
  return (
    <Button
      size="sm"
      variant="outline"
      aria-label={t("download.of", { name: description })}
      aria-busy={isPending}
      onClick={() => isPending || mutate()}
    >
      <Download size={16} aria-hidden />
      {t("Download")}
    </Button>
  );
}
