import { Box, Flex, Heading, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";
import { Markdown } from "../../kit/markdown/markdown";
import { NotThereYet } from "../../kit/not-there-yet";
import { useReadersMoment } from "../../kit/server-time";
import { DialogFrame } from "../../ui/dialog-frame";
import { SearchText } from "../../ui/form/search-text";
import { ConfirmRead } from "./confirm-read";
import { HistoryPager } from "./history-pager";
import { historyQuery, markRead, START, type News } from "./news";

const TYPING_MS = 250;

/** D-16: the announcements one by one, newest first, with a search. What is shown counts as read, unless people confirm it. */
export default function HistoryDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("news");
  const services = useServices();
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(START.pageNum);
  useEffect(() => {
    const wanted = typed.trim();
    // Without a new search the page stays: somebody may have turned it already.
    if (wanted === search) return undefined;
    const later = setTimeout(() => {
      setSearch(wanted);
      setPage(START.pageNum);
    }, TYPING_MS);
    return () => clearTimeout(later);
  }, [typed, search]);
  const { data, error, refetch } = useQuery(historyQuery(services, page, search));
  const news = data?.list[0];
  return (
    <DialogFrame title={t("title")} onClose={onClose} width="720px">
      <Flex direction="column" gap="4">
        <SearchText label={t("search")} value={typed} onText={setTyped} />
        {!data && <NotThereYet error={error} onRetry={() => void refetch()} lines={4} height="8" />}
        {data && !news && (
          <Text margin="0" role="status">
            {search ? t("notFound", { text: search }) : t("none")}
          </Text>
        )}
        {news && <One key={news.id} news={news} />}
        {data && data.pages > 1 && (
          <HistoryPager page={data.pageNum} last={data.navigateLastPage} onPage={setPage} />
        )}
      </Flex>
    </DialogFrame>
  );
}

function One({ news }: { news: News }) {
  const { t } = useTranslation("news");
  const moment = useReadersMoment();
  const services = useServices();
  const { id, messageId, title, content, launchTime, mustRead, read } = news;
  const mark = useEffectEvent(() => {
    if (!read && !mustRead) void markRead(services, messageId).catch(() => undefined);
  });
  useEffect(() => {
    mark();
  }, [id]);
  return (
    <Box as="article" aria-labelledby={`news-${id}`}>
      <Text margin="0" fontSize="sm" color="fg.muted">
        {moment(launchTime)}
        {!read && ` · ${t("new")}`}
      </Text>
      <Heading as="h3" id={`news-${id}`} margin="0" marginBottom="2" fontSize="xl" overflowWrap="anywhere">
        {title}
      </Heading>
      <Markdown text={content} />
      {!read && mustRead && (
        <Box marginTop="4">
          <ConfirmRead onConfirm={() => void markRead(services, messageId)} />
        </Box>
      )}
    </Box>
  );
}
