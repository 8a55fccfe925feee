import { Button, Flex, Text } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

/** After this time a slow answer is no surprise any more: the page says that it waits. */
const SLOW_MS = 5_000;

interface HomeMessageProps {
  /** What is shown is from the last visit, and the server did not give anything newer. */
  isOld: boolean;
  isWaiting: boolean;
  onRetry: () => void;
}

/** Says that the cards are from the last visit, or that the connection is slow. */
export function HomeMessage({ isOld, isWaiting, onRetry }: HomeMessageProps) {
  const { t } = useTranslation(["home", "ui"]);
  const isSlow = useSlow(isWaiting);
  if (!isOld && !isSlow) return null;
  return (
    <Flex
      role="status"
      align="center"
      gap="3"
      wrap="wrap"
      marginTop="4"
      paddingInline="4"
      paddingBlock="2"
      borderRadius="control"
      background="bg.subtle"
      fontSize="md"
    >
      <Text margin="0" flex="1">
        {t(isOld ? "home:old" : "home:slow")}
      </Text>
      {isOld && (
        <Button variant="outline" size="sm" onClick={onRetry}>
          {t("ui:retry")}
        </Button>
      )}
    </Flex>
  );
}

function useSlow(isWaiting: boolean): boolean {
  const [since, setSince] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSince(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSince(false);
    };
  }, [isWaiting]);
  return isWaiting && since;
}
