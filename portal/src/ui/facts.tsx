import { Box, Heading } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Term } from "./form/field-frame";

/** The facts about a thing, under a heading. */
export function FactGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Box as="section" marginBottom="5">
      <Heading as="h3" size="sm" marginBottom="2">
        {heading}
      </Heading>
      <Box
        as="dl"
        margin="0"
        display="grid"
        gridTemplateColumns={{ base: "minmax(0, 1fr)", sm: "160px minmax(0, 1fr)" }}
        gapX="3"
      >
        {children}
      </Box>
    </Box>
  );
}

/** One name with its value, in a `FactGroup`; `term` is the name that a standard gives it. */
export function Fact({
  name,
  term,
  children,
}: {
  name: string;
  term?: string | undefined;
  children: ReactNode;
}) {
  return (
    <>
      {/* On a phone a value is closer to its own name than to the next name. */}
      <Box as="dt" color="fg.muted" overflowWrap="anywhere" paddingTop={{ base: "1.5", sm: "1" }}>
        {name}
        {term && <Term display="block">{term}</Term>}
      </Box>
      <Box
        as="dd"
        margin="0"
        paddingBlock={{ base: "0", sm: "1" }}
        overflowWrap="anywhere"
        whiteSpace="pre-line"
      >
        {children}
      </Box>
    </>
  );
}
