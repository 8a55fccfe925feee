import { Box, Flex, Skeleton } from "@chakra-ui/react";
import { loadTexts } from "../../../i18n/i18n";
import { quietPart } from "../../../ui/lazy/lazy-part";
import { ROOM, type Message } from "../message";
import type { Home } from "../types";

/** As high as the message that comes, without its margin. */
const COMES = (
  <Flex height="var(--message, 0px)" align="flex-end" aria-hidden>
    <Skeleton flex="1" height="calc(100% - 16px)" borderRadius="card" />
  </Flex>
);

const Hints = quietPart<{ home: Home | undefined }>(async () => {
  const [hints] = await Promise.all([import("./hints"), loadTexts(["asking", "homeMore", "list"])]);
  return hints;
}, COMES);

interface HintsPlaceProps {
  home: Home | undefined;
  /** Known before its part has loaded. */
  message: Message | undefined;
  /** True when the message may load. */
  ready: boolean;
}

/** The one message of home. A skeleton stands at its place until it is there, so that the cards do not move. */
export function HintsPlace({ home, message, ready }: HintsPlaceProps) {
  return (
    <Box data-message="" css={message ? { "--message": ROOM[message] } : {}}>
      {ready ? <Hints home={home} /> : COMES}
    </Box>
  );
}
