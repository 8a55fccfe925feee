import { Button, Flex, Skeleton } from "@chakra-ui/react";
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { requestIdOf } from "../api/failure";
import { failureText } from "../api/failure-text";
import { Notice } from "../ui/notice";

interface NotThereYetProps {
  /** The failure, if it did not load. */
  error: unknown;
  onRetry: () => void;
  /** The number and the height of the lines that stand in for the content. */
  lines: number;
  height: string;
}

/**
 * The content of a drawer while it loads. If it failed to load, the failure and a way to try again.
 */
export function NotThereYet({ error, onRetry, lines, height }: NotThereYetProps) {
  const { t } = useTranslation("ui");
  if (error)
    return (
      <Notice icon={TriangleAlert} heading={failureText(error)} requestId={requestIdOf(error)}>
        <Button variant="outline" onClick={onRetry}>
          {t("retry")}
        </Button>
      </Notice>
    );
  return (
    <Flex direction="column" gap="3" aria-busy="true">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={height} />
      ))}
    </Flex>
  );
}
