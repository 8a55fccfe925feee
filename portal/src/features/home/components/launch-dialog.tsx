import { Box, Button, Flex, Grid, Skeleton, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { ArrowUpRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { CopyButton } from "../../../ui/copy-button";
import { DialogFrame } from "../../../ui/dialog-frame";
import { openTab, type Launch } from "../launch";
import { groupAdminsQuery, type Product } from "../queries";

type Shown = Exclude<Launch, { kind: "opened" }>;

/** The choice between several links, or the people who can help if nothing can be opened (T-31, F-31, D-24). */
export default function LaunchDialog({ launch, onClose }: { launch: Shown; onClose: () => void }) {
  const { t } = useTranslation("home");
  const { name } = launch.product;
  return launch.kind === "choose" ? (
    <DialogFrame title={t("links.heading", { name })} onClose={onClose}>
      <Links launch={launch} onClose={onClose} />
    </DialogFrame>
  ) : (
    <DialogFrame title={t("blocked.heading", { name })} onClose={onClose}>
      <Managers product={launch.product} />
    </DialogFrame>
  );
}

function Links({ launch, onClose }: { launch: Extract<Shown, { kind: "choose" }>; onClose: () => void }) {
  return (
    <Flex as="ul" direction="column" gap="2" margin="0" padding="0" listStyleType="none">
      {launch.links.map(({ name, address, url }) => (
        <Flex as="li" key={address} gap="2" align="center">
          <Button
            variant="outline"
            flex="1"
            justifyContent="space-between"
            onClick={() => {
              openTab(url);
              onClose();
            }}
          >
            {name}
            <ArrowUpRight size={16} aria-hidden />
          </Button>
          {/* Without the token: anyone who got it could sign in with it. */}
          {launch.product.linkDialog && <CopyButton text={address} label={name} />}
        </Flex>
      ))}
    </Flex>
  );
}

const REASONS = {
  open: "blocked.failed",
  request: "blocked.noAccess",
  pending: "blocked.pending",
  refused: "blocked.refused",
} as const;

function Managers({ product }: { product: Product }) {
  const { t } = useTranslation("home");
  const { data: groups, error } = useQuery(groupAdminsQuery(useServices(), product.id));
  if (error) return <Text role="alert">{failureText(error)}</Text>;
  if (!groups) return <Skeleton height="24" />;
  if (groups.length === 0) return <Text margin="0">{t("blocked.nobody")}</Text>;
  return (
    <>
      <Text margin="0" marginBottom="4">
        {t(REASONS[product.state])}
      </Text>
      <Flex as="ul" direction="column" gap="3" margin="0" padding="0" listStyleType="none">
        {groups.map(({ groupName, groupAdmin, adminMsg }) => (
          <Grid
            as="li"
            key={groupName}
            templateColumns="auto 1fr"
            columnGap="4"
            rowGap="1"
            padding="4"
            border="1px solid"
            borderColor="border"
            borderRadius="control"
          >
            <Box color="fg.muted">{t("blocked.group")}</Box>
            <Box>{groupName}</Box>
            <Box color="fg.muted">{t("blocked.manager")}</Box>
            <Box fontWeight="medium">{groupAdmin}</Box>
            {adminMsg && (
              <Box gridColumn="1 / -1" color="fg.muted" overflowWrap="anywhere">
                {adminMsg}
              </Box>
            )}
          </Grid>
        ))}
      </Flex>
    </>
  );
}
