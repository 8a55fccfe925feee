import { Box, Button, Flex, Image, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Inbox, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../../access/nav";
import { useServices } from "../../../api/services";
import { useResumed } from "../../../api/use-errand";
import { labelled } from "../../../i18n/marks";
import { useFormats } from "../../../i18n/use-formats";
import { NotThereYet } from "../../../kit/not-there-yet";
import { OpenedParts } from "../../../kit/opened-parts";
import { useOpened } from "../../../kit/use-opened";
import { Fact } from "../../../ui/facts";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { Notice } from "../../../ui/notice";
import { PageHeader } from "../../../ui/page-header";
import { Part } from "../../../ui/part";
import { StatusMark } from "../../../ui/status-mark";
import { openAgain, type Open } from "../components/open";
import { providersQuery, type Provider } from "../queries";

const LOOK = { on: "on", off: "off", broken: "failed" } as const;

/** What stands in the address of an open provider. */
const VIEWS = ["edit", "test", "addresses"] as const;
type View = (typeof VIEWS)[number];

/** Those of the settings file are only read. */
const viewsOf = ({ ofFile }: Provider) =>
  VIEWS.filter((view) => !ofFile || view !== "edit").map((key) => ({ key }));

const ProviderParts = lazyPart(() => import("../components/provider-parts"));

/** the corporate providers that people sign in with. Those of the settings file are only read. */
export default function ProvidersPage() {
  const { data, error, refetch } = useQuery(providersQuery(useServices()));
  const title = usePageTitle();
  if (data) return <Loaded title={title} providers={data.providers} />;
  return (
    <>
      <PageHeader title={title} />
      <NotThereYet error={error} onRetry={() => void refetch()} lines={3} height="32" />
    </>
  );
}

function Loaded({ title, providers }: { title: string; providers: Provider[] }) {
  const { t } = useTranslation("providers");
  const resumed = useResumed();
  const opened = useOpened<Open, View>({
    name: "provider",
    views: VIEWS,
    idOf: ({ provider }) => provider?.id,
    fresh: { "": { what: "edit", provider: undefined } },
    first: () => openAgain(providers, resumed),
  });
  const { onOpen, onClose } = opened;
  const add = (
    <Button onClick={() => onOpen({ what: "edit", provider: undefined })}>
      <Plus size={16} aria-hidden />
      {t("add")}
    </Button>
  );
  return (
    <>
      <PageHeader title={title} {...(providers.length > 0 && { action: add })} />
      {providers.length > 0 ? (
        <Text margin="0" marginBottom="5" maxWidth="720px">
          {t("what")}
        </Text>
      ) : (
        <Notice icon={Inbox} heading={t("none")}>
          {add}
        </Notice>
      )}
      {providers.map((provider) => (
        <OneProvider key={provider.id} provider={provider} onOpen={onOpen} />
      ))}
      <OpenedParts<Open, View, Provider>
        opened={opened}
        openOf={(what, provider) => ({ what, provider })}
        rows={providers}
        rowKey={({ id }) => id}
        actionsOf={viewsOf}
      >
        {(open) => <ProviderParts open={open} onClose={onClose} />}
      </OpenedParts>
    </>
  );
}

function OneProvider({ provider, onOpen }: { provider: Provider; onOpen: (open: Open) => void }) {
  const { t } = useTranslation("providers");
  const { list } = useFormats();
  const { id, label, icon, issuer, domains, ofFile, state, identities } = provider;
  const button = (word: string, open: Open, danger = false) => (
    <Button
      size="sm"
      variant="outline"
      {...(danger && { color: "danger" })}
      aria-label={labelled(word, label)}
      onClick={() => onOpen(open)}
    >
      {word}
    </Button>
  );
  return (
    <Part heading={label}>
      {icon && <Image src={icon} alt="" boxSize="8" marginBottom="3" objectFit="contain" />}
      <Box as="dl" margin="0" display="grid" gridTemplateColumns={COLUMNS} gapX="3" css={BESIDE}>
        <Fact name={t("status")}>
          <StatusMark look={LOOK[state]}>{t(`status.${state}`)}</StatusMark>
        </Fact>
        <Fact name={t("source")}>{ofFile ? t("source.file") : t("source.screen")}</Fact>
        <Fact name={t("id")}>{id}</Fact>
        <Fact name={t("issuer")}>{issuer}</Fact>
        {domains.length > 0 && <Fact name={t("domains")}>{list(domains)}</Fact>}
        <Fact name={t("identities")}>{t("identities.count", { count: identities })}</Fact>
      </Box>
      <Flex gap="2" wrap="wrap" marginTop="4">
        {button(t("test"), { what: "test", provider })}
        {button(t("addresses"), { what: "addresses", provider })}
        {!ofFile && (
          <>
            {button(t("edit"), { what: "edit", provider })}
            {button(
              t(state === "off" ? "switch.on" : "switch.off"),
              { what: "switch", provider },
              state !== "off",
            )}
            {button(t("delete"), { what: "delete", provider }, true)}
          </>
        )}
      </Flex>
    </Part>
  );
}

const COLUMNS = { base: "auto minmax(0, 1fr)", sm: "160px 1fr" };

/** Names stand beside their values on a phone too, so that several providers fit on it. */
const BESIDE = { smDown: { fontSize: "md", "& > dt, & > dd": { paddingBlock: "0.5" } } };
