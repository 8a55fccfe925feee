import { Box } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { NONE, useFormats } from "../../../i18n/use-formats";
import { useAuditWords } from "../../../kit/history/audit-words";
import { located } from "../../../kit/located";
import { ListPage } from "../../../kit/list-page";
import { useList } from "../../../kit/use-list";
import { BesideMenu } from "../components/account-frame";
import { useDevice } from "../components/use-device";
import { historyList, type OwnEntry } from "../own-queries";

/** The sign-ins of a person, those that were refused, changes of the ways in, locks, deletions and stand-ins. */
export default function HistoryPage() {
  const { t } = useTranslation("account");
  const { event } = useAuditWords();
  const { moment } = useFormats();
  const device = useDevice();
  const how = useHow();
  return (
    <BesideMenu>
      <ListPage
        list={useList(historyList)}
        rowKey={({ id }) => id}
        columns={[
          { key: "what", header: t("history.what"), prose: true, cell: event },
          {
            key: "how",
            header: t("history.how"),
            prose: true,
            cell: (entry) => <Box css={CAPITAL}>{how(entry)}</Box>,
          },
          {
            key: "where",
            header: t("history.where"),
            prose: true,
            cell: (entry) => (
              <>
                {entry.browser && <Box title={entry.browser}>{device(entry.browser)}</Box>}
                {(entry.address ?? !entry.browser) && (
                  <Box color="fg.muted" overflowWrap="anywhere">
                    {located(entry) ?? NONE}
                  </Box>
                )}
              </>
            ),
          },
          { key: "time", header: t("history.time"), sort: "time", short: true, cell: ({ at }) => moment(at) },
        ]}
      />
    </BesideMenu>
  );
}

/** The way of a sign-in, the reason of a refusal, the stand-in, or who else did it. */
function useHow() {
  const { t } = useTranslation("account");
  const { detail } = useAuditWords();
  return (entry: OwnEntry): string => {
    const { amr, reason, passkey, provider } = entry.detail;
    if (entry.kind === "sign_in.succeeded") return t(wayOf(amr));
    if (typeof reason === "string") return detail("reason", reason)[1];
    if (entry.kind === "account.stand_in") return standInOf(entry.detail.changes) ?? NONE;
    const name = [passkey, provider].find((value) => typeof value === "string");
    if (entry.byAnother) return t("history.byAnother");
    return name ?? NONE;
  };
}

/** The person who was named; none if the absence ended, or only its days changed. */
function standInOf(changes: unknown): string | undefined {
  const all = Array.isArray(changes) ? (changes as { field?: string; to?: unknown }[]) : [];
  const to = all.find(({ field }) => field === "stand_in")?.to;
  return typeof to === "string" ? to.replace(/ \([^()]*\)$/, "") : undefined;
}

/**
 * By the methods of RFC 8176. A provider adds none, so they do not tell a key after it from a passkey alone, unless the
 * key did not verify its user.
 */
function wayOf(amr: unknown) {
  const has = (method: string) => Array.isArray(amr) && amr.includes(method);
  const strong = has("mfa");
  if (has("pwd")) return strong ? "history.passwordAndFactor" : "history.password";
  if ((has("hwk") || has("swk")) && has("user")) return "history.passkey";
  return strong ? "history.providerAndFactor" : "history.provider";
}

/** A reason is part of a sentence elsewhere. */
const CAPITAL = { "&::first-letter": { textTransform: "uppercase" } };
