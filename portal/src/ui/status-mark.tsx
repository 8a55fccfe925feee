import { Flex } from "@chakra-ui/react";
import { CircleCheck, CirclePause, CircleSlash, CircleX } from "lucide-react";

const LOOKS = {
  on: { icon: CircleCheck, color: "success" },
  waiting: { icon: CirclePause, color: "warning" },
  over: { icon: CircleSlash, color: "warning" },
  off: { icon: CircleSlash, color: "fg.muted" },
  failed: { icon: CircleX, color: "danger" },
};

/**
 * The status of a thing: a word, with a sign and a colour. `over` means that its date has passed. Red is for what failed;
 * what is merely off is grey.
 */
export function StatusMark({ look, children }: { look: keyof typeof LOOKS; children: string }) {
  const { icon: Icon, color } = LOOKS[look];
  return (
    <Flex
      as="span"
      display="inline-flex"
      align="center"
      gap="1.5"
      color={color}
      css={{ "& > svg": { flexShrink: "0" }, md: PART_OF_LINE }}
    >
      <Icon size={14} aria-hidden />
      {children}
    </Flex>
  );
}

/** In a line that is cut, an ellipsis can only stand in text. */
const PART_OF_LINE = {
  display: "inline",
  whiteSpace: "nowrap",
  "& > svg": { display: "inline-block", verticalAlign: "-2px", marginInlineEnd: "1.5" },
};
