import { Box, Heading } from "@chakra-ui/react";
import { useId, type ReactNode } from "react";

/** One subject of the page, under its heading. */
export function Part({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box
      as="section"
      aria-labelledby={id}
      maxWidth="720px"
      marginBottom="5"
      padding={{ base: "4", sm: "6" }}
      border="1px solid"
      borderColor="border"
      borderRadius="card"
      background="bg.panel"
    >
      <Heading as="h2" id={id} size="md" marginBottom="3">
        {heading}
      </Heading>
      {children}
    </Box>
  );
}
