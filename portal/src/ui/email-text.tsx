import { Box } from "@chakra-ui/react";
import { Breakable } from "./breakable";

/** An email address, or a name that may be one. Where it needs two lines, it breaks at its signs, not inside a word. */
export function EmailText({ children }: { children: string }) {
  return (
    <Box as="span" overflowWrap="break-word">
      <Breakable at={SIGNS}>{children}</Breakable>
    </Box>
  );
}

/** Before "@", after ".". */
const SIGNS = /(?=@)|(?<=\.)/;
