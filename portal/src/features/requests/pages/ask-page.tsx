import { Box, Button, Flex } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Send, SearchX } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { usePageTitle } from "../../../access/nav";
import { ApiFailure, STATUS } from "../../../api/failure";
import { useServices } from "../../../api/services";
import { useAgain } from "../../../kit/asking/ask-for-product";
import { AskFields } from "../../../kit/asking/ask-fields";
import { useNoForm } from "../../../kit/asking/no-form";
import { askingQuery, type Asking, type Wanted } from "../../../kit/asking/queries";
import { Sent } from "../../../kit/asking/sent";
import { useAsking } from "../../../kit/asking/use-asking";
import { WhyClosed } from "../../../kit/closed";
import { NotThereYet } from "../../../kit/not-there-yet";
import { BusyButton } from "../../../ui/busy-button";
import { Form } from "../../../ui/form/form";
import { useLeaveGuard } from "../../../ui/form/leave-guard";
import { Notice } from "../../../ui/notice";
import { PageHeader } from "../../../ui/page-header";
import { useKeptFocus } from "../../../ui/use-kept-focus";

/** Asks for a product, for links from elsewhere: the form of the drawer on home, on a page. */
export default function AskPage() {
  const { productId = "" } = useParams();
  // Another product is another form.
  return <AskFor key={productId} productId={Number(productId)} />;
}

function AskFor({ productId }: { productId: number }) {
  const { t } = useTranslation(["requests", "asking"]);
  const { data, error, refetch } = useQuery(askingQuery(useServices(), productId));
  const [sent, setSent] = useState<Wanted>();
  const noForm = useNoForm();
  // After sending, what happens next is shown in place of the form.
  const keptFocus = useKeptFocus<HTMLDivElement>(sent);
  const title = usePageTitle();
  if (sent)
    return (
      <Box {...keptFocus}>
        <Notice as="page" icon={Send} heading={t("asking:sent.heading")}>
          <Box width="full">
            <Sent group={sent} />
          </Box>
          <Button asChild>
            <Link to="/my-requests">{t("asking:requests")}</Link>
          </Button>
        </Notice>
      </Box>
    );
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
  const instead = noForm(data);
  if (!instead)
    return (
      <Box {...keptFocus}>
        <AskForm asking={data} onSent={setSent} />
      </Box>
    );
  const { icon, heading, text, way = { to: "/", label: t("requests:ask.toHome") } } = instead;
  return (
    <Notice as="page" icon={icon} heading={heading} text={text}>
      <Button asChild>
        <Link to={way.to}>{way.label}</Link>
      </Button>
    </Notice>
  );
}

function AskForm({ asking, onSent }: { asking: Asking; onSent: (group: Wanted) => void }) {
  const { t } = useTranslation("asking");
  const id = useId();
  // It stays as it was found: the answer changes when the request is sent.
  const [groups] = useState(asking.groups);
  const { form, save, group } = useAsking(groups, onSent);
  const guard = useLeaveGuard(form.dirty);
  const action = useAgain(asking);
  return (
    <Box maxWidth="640px">
      <PageHeader title={t("ask.title", { name: asking.product.name })} />
      <Box marginBottom="5">
        <WhyClosed product={asking.product} />
      </Box>
      <Form form={form} id={id} busy={save.busy} onSubmit={(options) => void save.run(options)}>
        <AskFields form={form} groups={groups} group={group} />
        <Flex>
          <BusyButton type="submit" busy={save.busy}>
            {action}
          </BusyButton>
        </Flex>
      </Form>
      {guard.question}
    </Box>
  );
}
