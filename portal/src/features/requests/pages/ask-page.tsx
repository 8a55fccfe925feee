import { Box, Button, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Hourglass, SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { usePageTitle } from "../../../access/nav";
import { ApiFailure, STATUS } from "../../../api/failure";
import { useServices } from "../../../api/services";
import { GroupsToAsk, GroupToAsk, useWhomToAsk, useWhyClosed } from "../../../kit/closed";
import { NotThereYet } from "../../../kit/not-there-yet";
import { OpenedParts } from "../../../kit/opened-parts";
import { useOpened } from "../../../kit/use-opened";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { Notice } from "../../../ui/notice";
import { PageHeader } from "../../../ui/page-header";
import { useKeptFocus } from "../../../ui/use-kept-focus";
import { askingQuery, type Wanted } from "../queries";

interface Open {
  what: "apply";
  group: Wanted;
}

const ApplyDrawer = lazyPart(() => import("../components/apply-drawer"));

/** Asks for a product: why it is closed, the groups that open it, who manages them, and the button that asks. */
export default function AskPage() {
  const { t } = useTranslation(["requests", "asking"]);
  const { productId = "" } = useParams();
  const { data, error, refetch } = useQuery(askingQuery(useServices(), Number(productId)));
  const why = useWhyClosed();
  const whom = useWhomToAsk();
  const opened = useOpened<Open, "apply">({
    name: "group",
    views: ["apply"],
    idOf: ({ group }) => group.groupId,
  });
  // After sending, the request is shown in place of the button.
  const keptFocus = useKeptFocus<HTMLDivElement>(data);
  const title = usePageTitle();
  if (error instanceof ApiFailure && error.status === STATUS.illegalArgument)
    return (
      <Notice
        as="page"
        icon={SearchX}
        heading={t("requests:ask.unknown")}
        text={t("requests:ask.unknownHelp")}
      >
        <Button asChild>
          <Link to="/">{t("requests:ask.toHome")}</Link>
        </Button>
      </Notice>
    );
  if (!data)
    return (
      <>
        <PageHeader title={title} />
        <NotThereYet error={error} onRetry={() => void refetch()} lines={3} height="16" />
      </>
    );
  const { product, groups } = data;
  const { name } = product;
  if (product.hasAccess)
    return (
      <Notice as="page" icon={CircleCheck} heading={t("requests:ask.open", { name })}>
        <Button asChild>
          <Link to={`/?q=${encodeURIComponent(name)}`}>{t("requests:ask.toCard")}</Link>
        </Button>
      </Notice>
    );
  if (product.reason === "pending")
    return (
      <Notice as="page" icon={Hourglass} heading={t("requests:ask.title", { name })} text={why(product)}>
        <Button asChild>
          <Link to="/my-requests">{t("asking:requests")}</Link>
        </Button>
      </Notice>
    );
  // Where no group can help, the product's administrator can.
  const canAsk = groups.length > 0 && !(product.whomToAsk === "productAdministrator" && product.adminName);
  return (
    <Box maxWidth="640px" {...keptFocus}>
      <PageHeader title={t("requests:ask.title", { name })} />
      <Text margin="0" marginBottom="4">
        {why(product)}
      </Text>
      <Text margin="0" marginBottom="4">
        {canAsk ? t("asking:ask.groups") : whom(product)}
      </Text>
      <GroupsToAsk>
        {groups.map((group) => (
          <GroupToAsk key={group.groupId} group={group}>
            <Button
              aria-label={t("requests:apply.for", { name: group.groupName })}
              onClick={() => opened.onOpen({ what: "apply", group })}
            >
              {t("asking:apply")}
            </Button>
          </GroupToAsk>
        ))}
      </GroupsToAsk>
      <OpenedParts<Open, "apply", Wanted>
        opened={opened}
        rows={groups}
        rowKey={({ groupId }) => groupId}
        openOf={(what, group) => ({ what, group })}
      >
        {({ group }) => <ApplyDrawer group={group} onClose={opened.onClose} />}
      </OpenedParts>
    </Box>
  );
}
