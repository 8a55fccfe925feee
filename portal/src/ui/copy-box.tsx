import { Code, Flex } from "@chakra-ui/react";
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
    <Flex
      align="center"
      justify="space-between"
      gap="3"
      padding="3"
      border="1px solid"
      borderColor="border"
      borderRadius="control"
      background="bg.subtle"
    >
      <Code background="transparent" color="fg" fontSize="md" userSelect="all" overflowWrap="anywhere">
        {text}
      </Code>
      <CopyButton text={copied} label={label} />
    </Flex>
  );
}
