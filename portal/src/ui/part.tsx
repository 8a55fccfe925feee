import { Box, Heading } from "@chakra-ui/react";
import { useId, type ReactNode } from "react";

interface PartProps {
  heading: string;
  /** An address with this fragment leads to the part. */
  id?: string;
  children: ReactNode;
}

/** One subject of the page, under its heading. */
export function Part({ heading, id, children }: PartProps) {
  const titleId = useId();
  return (
    <Box
      as="section"
      {...(id && { id, tabIndex: -1, scrollMarginTop: "20" })}
      aria-labelledby={titleId}
      maxWidth="720px"
      marginBottom="5"
      padding={{ base: "4", sm: "6" }}
      border="1px solid"
      borderColor="border"
      borderRadius="card"
      background="bg.panel"
    >
      <Heading as="h2" id={titleId} size="md" marginBottom="3">
        {heading}
      </Heading>
      {children}
    </Box>
  );
}
