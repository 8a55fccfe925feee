import { Box } from "@chakra-ui/react";
import { NONE } from "../../../i18n/use-formats";

/** Says that a row has no buttons. On a phone, where their cell has no head, a dash would say nothing. */
export function NoAction() {
  return (
    <Box as="span" hideBelow="md">
      {NONE}
    </Box>
  );
}
