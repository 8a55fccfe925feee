import { Box, Flex, type FlexProps } from "@chakra-ui/react";
import { ChevronRight } from "lucide-react";

/** The title of a `details`, with a sign that turns when it opens. */
export function FoldTitle({ children, ...rest }: FlexProps) {
  return (
    <Flex
      asChild
      align="center"
      gap="2"
      minHeight="9"
      borderRadius="control"
      cursor="pointer"
      // As wide as what it is in, which may cut a ring around it.
      _focusVisible={{ outlineOffset: "-2px" }}
      paddingInlineStart="1"
      css={{ "&::-webkit-details-marker": { display: "none" } }}
      {...rest}
    >
      <summary>
        <Box
          as="span"
          flexShrink="0"
          color="fg.muted"
          transitionProperty="transform"
          transitionDuration="fast"
          css={{ "details[open] > summary > &": { transform: "rotate(90deg)" } }}
        >
          <ChevronRight size={16} aria-hidden />
        </Box>
        <Box as="span" minWidth="0" overflowWrap="anywhere">
          {children}
        </Box>
      </summary>
    </Flex>
  );
}
