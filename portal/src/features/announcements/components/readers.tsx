import { Box, Flex, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { SideDrawer } from "../../../ui/side-drawer";
import { PagerBar } from "../../../ui/table/pager-bar";
import { readersQuery } from "../queries";
import type { Named } from "./open";

const PAGE = 20;

/** Who has read an announcement, the last first. */
export function Readers({
  announcement: { id, title },
  onClose,
}: {
  announcement: Named;
  onClose: () => void;
}) {
  const { t } = useTranslation(["announcements", "list"]);
  const { moment, number } = useFormats();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(readersQuery(useServices(), id, page));
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE));
  const first = (page - 1) * PAGE + 1;
  return (
    <SideDrawer reading title={t("readers.title", { title })} onClose={onClose}>
      {!data && <NotThereYet error={error} onRetry={() => void refetch()} lines={6} height="10" />}
      {data?.list.length === 0 && <Text margin="0">{t("readers.none")}</Text>}
      {data && data.list.length > 0 && (
        <>
          <Box as="ul" margin="0" padding="0" listStyleType="none">
            {data.list.map(({ userId, username, fullName, readAt }) => (
              <Flex
                as="li"
                key={userId}
                justify="space-between"
                gap="3"
                paddingBlock="2"
                borderBottom="1px solid"
                borderColor="border"
              >
                <Box minWidth="0" overflowWrap="anywhere">
                  {fullName || username}
                  {fullName && (
                    <Box as="span" marginInlineStart="2" fontSize="sm" color="fg.muted">
                      {username}
                    </Box>
                  )}
                </Box>
                <Text margin="0" flexShrink="0" fontSize="sm" color="fg.muted">
                  {moment(readAt)}
                </Text>
              </Flex>
            ))}
          </Box>
          <PagerBar
            paddingTop="2"
            range={t("list:range", {
              from: number(first),
              to: number(first + data.list.length - 1),
              total: number(data.total),
            })}
            back={page > 1 ? () => setPage(page - 1) : undefined}
            next={page < last ? () => setPage(page + 1) : undefined}
          />
        </>
      )}
    </SideDrawer>
  );
}
