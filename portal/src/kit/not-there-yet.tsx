import { Button, Flex, Skeleton } from "@chakra-ui/react";
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { requestIdOf } from "../api/failure";
import { failureText } from "../api/failure-text";
import { Notice } from "../ui/notice";

interface NotThereYetProps {
  /** Why it did not load, if it did not. */
  error: unknown;
  onRetry: () => void;
  /** How many lines of what height stand in for what comes. */
  lines: number;
  height: string;
}

/** Stands in a drawer for what is still loading, or for what failed to load, with the way to try again. */
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
