import { Box } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { StatusMark } from "../../../ui/status-mark";
import { Pair } from "../../../ui/table/line";
import { STATUS, type RightRow } from "../queries";

/** Whether an access right is on at present, and beside it what a waiting change will make of that (C-018). */
export function RightStatus({ right: { status, publishedStatus } }: { right: RightRow }) {
  const { t } = useTranslation("rights");
  const later = t(`status.later.${STATUS[status]}`);
  // Nobody has confirmed it yet, so it is neither.
  if (publishedStatus === undefined || publishedStatus === null) return <Box color="fg.muted">{later}</Box>;
  const now = STATUS[publishedStatus];
  return (
    <Pair beside={status !== publishedStatus && later}>
      <StatusMark look={now}>{t(`status.${now}`)}</StatusMark>
    </Pair>
  );
}
