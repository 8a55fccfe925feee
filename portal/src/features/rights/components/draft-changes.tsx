import { Box } from "@chakra-ui/react";
import type { Right } from "../queries";
import { useDraftWords } from "./right-words";

/** The changes of an access right that wait to be confirmed. */
export function DraftChanges({ right }: { right: Right }) {
  const words = useDraftWords();
  return (
    <Box as="ul" margin="0" paddingInlineStart="5" listStyleType="disc" overflowWrap="anywhere">
      {words(right).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Box>
  );
}
