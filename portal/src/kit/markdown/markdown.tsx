import { Skeleton } from "@chakra-ui/react";
import { lazyPart } from "../../ui/lazy/lazy-part";

/** A text in Markdown. Its code loads with the first text. */
export const Markdown = lazyPart<{ text: string }>(
  () => import("./rendered"),
  <Skeleton height="24" width="full" />,
);
