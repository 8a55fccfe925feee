import { Box, Button, Flex, Skeleton, Text, VisuallyHidden } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { ArrowUpRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { GroupsToAsk, GroupToAsk, useWhomToAsk, WhyClosed } from "../../../kit/closed";
import { CopyButton } from "../../../ui/copy-button";
import { DialogFrame } from "../../../ui/dialog-frame";
import type { Launch } from "../launch";
import { groupAdminsQuery } from "../queries";

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
    <Blocked {...launch} onClose={onClose} />
  );
}

/** Each is a link to the server's address for it, which has no token, so a new tab may be opened in any way. */
function Links({ launch, onClose }: { launch: Extract<Shown, { kind: "choose" }>; onClose: () => void }) {
  const { t } = useTranslation("home");
  return (
    <Flex as="ul" direction="column" gap="2" margin="0" padding="0" listStyleType="none">
      {launch.links.map(({ name, address, way }) => (
        <Flex as="li" key={address} gap="2" align="center">
          <Button
            asChild
            variant="outline"
            flex="1"
            justifyContent="space-between"
            minWidth="0"
            height="auto"
            whiteSpace="normal"
            overflowWrap="anywhere"
            textAlign="start"
          >
            <a href={way} target="_blank" rel="noopener" onClick={onClose}>
              <span>
                {name}
                <VisuallyHidden>{t("joint") + t("newTab")}</VisuallyHidden>
              </span>
              <ArrowUpRight size={16} aria-hidden />
            </a>
          </Button>
          {launch.product.linkDialog && <CopyButton text={address} label={name} />}
        </Flex>
      ))}
    </Flex>
  );
}

type BlockedProps = Extract<Shown, { kind: "blocked" }> & { onClose: () => void };

/** Why it does not open, and who can help (D-20, D-24, X-23). What can be asked for opens a drawer instead. */
function Blocked({ product, onClose }: BlockedProps) {
  const { t } = useTranslation(["asking", "ui"]);
  const { name, reason } = product;
  // Where the person sees no group to ask, its administrator helps.
  const ofAdministrator = reason && reason !== "pending";
  return (
    <DialogFrame
      title={t("asking:blocked.heading", { name })}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("ui:close")}
          </Button>
          {reason === "pending" && (
            <Button asChild>
              <Link to="/my-requests">{t("asking:requests")}</Link>
            </Button>
          )}
        </>
      }
    >
      <Box marginBottom="4">
        <WhyClosed product={product} />
      </Box>
      {ofAdministrator ? <Administrator product={product} /> : <Managers product={product} />}
    </DialogFrame>
  );
}

function Administrator({ product }: Pick<BlockedProps, "product">) {
  const whom = useWhomToAsk();
  return <Text margin="0">{whom(product)}</Text>;
}

function Managers({ product }: Pick<BlockedProps, "product">) {
  const { t } = useTranslation("asking");
  const { data: groups, error } = useQuery(groupAdminsQuery(useServices(), product.id));
  if (error) return <Text role="alert">{failureText(error)}</Text>;
  if (!groups) return <Skeleton height="24" />;
  if (groups.length === 0) return <Administrator product={product} />;
  return (
    <>
      <Text margin="0" marginBottom="3">
        {t("ask.helpers")}
      </Text>
      <GroupsToAsk>
        {groups.map((group) => (
          <GroupToAsk key={group.groupId} group={group} />
        ))}
      </GroupsToAsk>
    </>
  );
}
