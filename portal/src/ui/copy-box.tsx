import { Code, Flex } from "@chakra-ui/react";
import { Breakable } from "./breakable";
import { CopyButton } from "./copy-button";

interface CopyBoxProps {
  text: string;
  /** What is copied, if the shown text has spaces for the eye. */
  copied?: string;
  /** The name of the text for the button. */
  label: string;
}

/** A text to copy or to type elsewhere, such as a secret. */
export function CopyBox({ text, copied = text, label }: CopyBoxProps) {
  return (
    // On the narrowest phones the button is below the text.
    <Flex
      align="center"
      justify="space-between"
      wrap="wrap"
      columnGap="3"
      rowGap="1"
      padding="3"
      border="1px solid"
      borderColor="border"
      borderRadius="control"
      background="bg.subtle"
    >
      <Code
        flex="1 1 180px"
        minWidth="0"
        background="transparent"
        color="fg"
        fontSize="md"
        userSelect="all"
        overflowWrap="anywhere"
      >
        <Breakable at={/(?<=\/)(?!\/)/}>{text}</Breakable>
      </Code>
      <CopyButton text={copied} label={label} />
    </Flex>
  );
}
