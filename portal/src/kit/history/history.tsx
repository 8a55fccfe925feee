import { Box, Button, Flex, Skeleton, Text } from "@chakra-ui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { History as HistoryIcon, LockKeyhole, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ApiFailure, requestIdOf } from "../../api/failure";
import { failureText } from "../../api/failure-text";
import { useServices } from "../../api/services";
import { BusyButton } from "../../ui/busy-button";
import { Notice } from "../../ui/notice";
import { SideDrawer } from "../../ui/side-drawer";
import { useAuditWords, type AuditEntry, type ObjectKind } from "./audit-words";
import { ChangesList } from "./changes-list";
import { historyQuery } from "./history-query";
import { Sentence } from "./sentence";

export interface HistoryProps {
  kind: ObjectKind;
  id: string;
  /** The name of the thing. */
  name: string;
  onClose: () => void;
}

/** Who did what to one thing and when, with old and new values; newest first. */
export default function History({ kind, id, name, onClose }: HistoryProps) {
  const { t } = useTranslation("history");
  return (
    <SideDrawer title={t("title", { name })} reading onClose={onClose}>
      <Entries kind={kind} id={id} />
    </SideDrawer>
  );
}

function Entries({ kind, id }: Pick<HistoryProps, "kind" | "id">) {
  const { t } = useTranslation(["history", "ui"]);
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    historyQuery(useServices(), kind, id),
  );
  const entries = data?.pages.flatMap(({ list }) => list);
  if (!entries) {
    if (!error) return <Loading />;
    const denied = error instanceof ApiFailure && error.kind === "denied";
    return (
      <Notice
        icon={denied ? LockKeyhole : TriangleAlert}
        heading={failureText(error)}
        requestId={requestIdOf(error)}
      >
        {!denied && (
          <Button variant="outline" onClick={() => void refetch()}>
            {t("ui:retry")}
          </Button>
        )}
      </Notice>
    );
  }
  if (entries.length === 0) return <Notice icon={HistoryIcon} heading={t("history:empty")} />;
  return (
    <>
      <Box as="ol" margin="0" padding="0" listStyleType="none">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </Box>
      {error && (
        <Text role="alert" color="danger" fontSize="md">
          {failureText(error)}
        </Text>
      )}
      {hasNextPage && (
        <BusyButton variant="outline" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("history:more")}
        </BusyButton>
      )}
    </>
  );
}

/** A sentence, when it was, and values that the sentence has no room for. */
function Entry({ entry }: { entry: AuditEntry }) {
  const { moment } = useAuditWords();
  return (
    <Box as="li" paddingBlock="3" borderBottom="1px solid" borderColor="border" _last={{ borderBottom: "0" }}>
      <Box overflowWrap="anywhere">
        <Sentence entry={entry} />
      </Box>
      <Text asChild fontSize="sm" color="fg.muted">
        <time dateTime={new Date(entry.at).toISOString()}>{moment(entry.at)}</time>
      </Text>
      {entry.changes.length > 0 && (
        <Box marginTop="2">
          <ChangesList changes={entry.changes} />
        </Box>
      )}
    </Box>
  );
}

function Loading() {
  const { t } = useTranslation("history");
  return (
    <Flex direction="column" gap="4" role="status" aria-label={t("loading")}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height="14" />
      ))}
    </Flex>
  );
}
