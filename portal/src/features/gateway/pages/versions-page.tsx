import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { usePageTitle } from "../../../access/nav";
import { useServices } from "../../../api/services";
import { useResumed } from "../../../api/use-errand";
import { labelled, sentenceGap } from "../../../i18n/marks";
import { useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { OpenedParts } from "../../../kit/opened-parts";
import { useOpened } from "../../../kit/use-opened";
import { Fact } from "../../../ui/facts";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { PageHeader } from "../../../ui/page-header";
import { Part } from "../../../ui/part";
import { StatusMark } from "../../../ui/status-mark";
import { GatewayTabs } from "../components/gateway-tabs";
import { wordOfDelete, type OpenVersion } from "../components/open";
import { useAmounts } from "../components/words";
import { versionsQuery, type Version, type Versions } from "../queries";

/** What stands in the address of an open version. */
const VIEWS = ["edit", "test"] as const;
type View = (typeof VIEWS)[number];
const EDIT = "operation_access.SystemManagement.AssistantGateway.edit";

const VersionParts = lazyPart(() => import("../components/version-parts"));

/** E-15, G-75, G-79: the versions of the assistant. Those of the settings file are only read. */
export default function VersionsPage() {
  const title = usePageTitle();
  const { data, error, refetch } = useQuery(versionsQuery(useServices()));
  return data ? (
    <Loaded {...data} />
  ) : (
    <>
      <PageHeader title={title} />
      <GatewayTabs />
      <NotThereYet error={error} onRetry={() => void refetch()} lines={3} height="32" />
    </>
  );
}

function Loaded({ versions, echo, currency, keepDays }: Versions) {
  const { t } = useTranslation("gateway");
  const mayEdit = useCan()(EDIT);
  const resumed = useResumed();
  const opened = useOpened<OpenVersion, View>({
    name: "version",
    views: VIEWS,
    idOf: ({ version }) => version && String(version.id),
    fresh: { "": mayEdit ? { what: "edit", version: undefined } : undefined },
    first: () => {
      const version = versions.find((one) => wordOfDelete(one) === resumed);
      return version && { what: "delete", version };
    },
  });
  const { onOpen, onClose } = opened;
  return (
    <>
      <PageHeader
        title={usePageTitle()}
        action={
          mayEdit && (
            <Button onClick={() => onOpen({ what: "edit", version: undefined })}>
              <Plus size={16} aria-hidden />
              {t("add")}
            </Button>
          )
        }
      />
      <GatewayTabs />
      <Text margin="0" marginBottom="5" maxWidth="720px">
        {t(echo ? "echo" : "what")}
        {sentenceGap()}
        {t("keepDays", { count: keepDays })}
      </Text>
      {versions.map((version) => (
        <OneVersion
          key={version.id}
          version={version}
          currency={currency}
          onOpen={mayEdit ? onOpen : undefined}
        />
      ))}
      <OpenedParts<OpenVersion, View, Version>
        opened={opened}
        openOf={(what, version) => ({ what, version })}
        rows={versions}
        rowKey={({ id }) => String(id)}
        actionsOf={({ ofFile }) =>
          VIEWS.filter((view) => mayEdit && (!ofFile || view === "test")).map((key) => ({ key }))
        }
      >
        {(open) => <VersionParts open={open} currency={currency} onClose={onClose} />}
      </OpenedParts>
    </>
  );
}

interface OneVersionProps {
  version: Version;
  currency: string;
  /** Missing for readers who may not change anything. */
  onOpen: ((open: OpenVersion) => void) | undefined;
}

function OneVersion({ version, currency, onOpen }: OneVersionProps) {
  const { t } = useTranslation("gateway");
  const { number } = useFormats();
  const { words } = useAmounts();
  const { value, ofFile, monthlyWords, on, usable } = version;
  const state = !on ? "off" : usable ? "on" : "failed";
  const button = (word: string, open: OpenVersion, danger = false) =>
    onOpen && (
      <Button
        size="sm"
        variant="outline"
        {...(danger && { color: "danger" })}
        aria-label={labelled(word, value)}
        onClick={() => onOpen(open)}
      >
        {word}
      </Button>
    );
  return (
    <Part heading={value}>
      <Box as="dl" margin="0" display="grid" gridTemplateColumns={COLUMNS} gapX="3" css={BESIDE}>
        <Fact name={t("status")}>
          <StatusMark look={state}>{t(`status.${state}`)}</StatusMark>
        </Fact>
        <Fact name={t("source")}>{t(ofFile ? "source.file" : "source.screen")}</Fact>
        <Fact name={t("baseUrl")}>{version.baseUrl}</Fact>
        <Fact name={t("key")}>{t(version.hasKey ? "key.stored" : "key.none")}</Fact>
        <Fact name={t("model")}>{version.model}</Fact>
        <Fact name={t("prices")}>
          {t("prices.both", { in: number(version.priceIn), out: number(version.priceOut), currency })}
        </Fact>
        <Fact name={t("maxAnswerWords")}>{number(version.maxAnswerWords)}</Fact>
        <Fact name={t("monthlyWords")}>
          {typeof monthlyWords === "number" ? words(monthlyWords) : t("monthlyWords.none")}
        </Fact>
      </Box>
      <Flex gap="2" wrap="wrap" marginTop={onOpen ? "4" : "0"}>
        {button(t("test"), { what: "test", version })}
        {!ofFile && button(t("edit"), { what: "edit", version })}
        {!ofFile && button(t("delete"), { what: "delete", version }, true)}
      </Flex>
    </Part>
  );
}

const COLUMNS = { base: "minmax(0, 2fr) minmax(0, 3fr)", sm: "200px minmax(0, 1fr)" };

/** Names stand beside their values on a phone too, so that several versions fit on it. */
const BESIDE = { smDown: { fontSize: "md", "& > dt, & > dd": { paddingBlock: "0.5" } } };
