import { Box, Button, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { usePageTitle } from "../../../access/nav";
import type { components } from "../../../api/schema";
import { useServices } from "../../../api/services";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Notice } from "../../../ui/notice";
import { PageHeader } from "../../../ui/page-header";
import { AskingTabs } from "../components/asking-tabs";
import { myAccessQuery } from "../queries";

type Product = components["schemas"]["GroupProductAccess"];

/** D-10: the reader's groups, the applications that each opens, and the access rights in these. */
export default function MyAccessPage() {
  const { t } = useTranslation(["requests", "dc"]);
  const { data: groups, error, refetch } = useQuery(myAccessQuery(useServices()));
  return (
    <>
      <PageHeader title={usePageTitle()} />
      <AskingTabs />
      {!groups && <NotThereYet error={error} onRetry={() => void refetch()} lines={3} height="12" />}
      {groups?.length === 0 && (
        <Notice icon={Inbox} heading={t("dc:数据为空")} text={t("requests:access.none")}>
          <Button asChild variant="outline">
            <Link to="/my-groups">{t("requests:access.toGroups")}</Link>
          </Button>
        </Notice>
      )}
      <Box maxWidth="640px">
        {groups?.map(({ groupId, groupName, products }) => (
          <Level key={groupId} title={groupName} open={groups.length === 1}>
            {products.length === 0 && <Leaf>{t("requests:access.nothing")}</Leaf>}
            {products.map((product) => (
              <Rights key={product.appId} product={product} />
            ))}
          </Level>
        ))}
      </Box>
    </>
  );
}

function Rights({ product: { name, accesses } }: { product: Product }) {
  const { t } = useTranslation("requests");
  if (accesses.length === 0) return <Leaf>{t("access.opens", { name })}</Leaf>;
  return (
    <Level title={name}>
      <Box as="ul" margin="0" paddingInlineStart="6">
        {accesses.map(({ accessId, accessName }) => (
          <Box as="li" key={accessId} paddingBlock="1" overflowWrap="anywhere">
            {accessName}
          </Box>
        ))}
      </Box>
    </Level>
  );
}

/** One entry of the tree, with what is below it. */
function Level({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <Box asChild borderBottom="1px solid" borderColor="border" css={{ "& &": { border: "none" } }}>
      <details open={open}>
        <Box
          as="summary"
          minHeight="10"
          paddingBlock="2"
          fontWeight="medium"
          cursor="pointer"
          overflowWrap="anywhere"
        >
          {title}
        </Box>
        <Box paddingInlineStart="4" paddingBottom="2">
          {children}
        </Box>
      </details>
    </Box>
  );
}

function Leaf({ children }: { children: ReactNode }) {
  return (
    <Text margin="0" paddingBlock="2" color="fg.muted" overflowWrap="anywhere">
      {children}
    </Text>
  );
}
