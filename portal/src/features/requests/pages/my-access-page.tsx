import { Box, Button, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { usePageTitle } from "../../../access/nav";
import type { components } from "../../../api/schema";
import { useServices } from "../../../api/services";
import { AskingTabs } from "../../../kit/asking/asking-tabs";
import { NotThereYet } from "../../../kit/not-there-yet";
import { FoldTitle } from "../../../ui/fold-title";
import { Notice } from "../../../ui/notice";
import { PageHeader } from "../../../ui/page-header";
import { myAccessQuery } from "../queries";

type Product = components["schemas"]["GroupProductAccess"];

/** D-10: the reader's groups, the applications that each opens, and the access rights in these. */
export default function MyAccessPage() {
  const { t } = useTranslation(["requests", "dc"]);
  const { data: groups, error, refetch } = useQuery(myAccessQuery(useServices()));
  return (
    <>
      <AskingTabs />
      <PageHeader title={usePageTitle()} />
      {!groups && <NotThereYet error={error} onRetry={() => void refetch()} lines={3} height="12" />}
      {groups?.length === 0 && (
        <Notice icon={Inbox} heading={t("dc:数据为空")} text={t("requests:access.none")}>
          <Button asChild variant="outline">
            <Link to="/my-groups">{t("requests:access.toGroups")}</Link>
          </Button>
        </Notice>
      )}
      {groups && groups.length > 0 && (
        <Box
          maxWidth="640px"
          border="1px solid"
          borderColor="border"
          borderRadius="card"
          background="bg.panel"
        >
          {groups.map(({ groupId, groupName, products }) => (
            <Level key={groupId} title={groupName} open={groups.length === 1}>
              {products.length === 0 && <Leaf>{t("requests:access.nothing")}</Leaf>}
              {products.map((product) => (
                <Rights key={product.appId} product={product} />
              ))}
            </Level>
          ))}
        </Box>
      )}
    </>
  );
}

function Rights({ product: { name, accesses } }: { product: Product }) {
  const { t } = useTranslation("requests");
  if (accesses.length === 0) return <Leaf>{t("access.opens", { name })}</Leaf>;
  return (
    <Level title={name}>
      <Box as="ul" margin="0" paddingInlineStart="5" color="fg.muted">
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
    <Box
      asChild
      paddingInline="4"
      _notFirst={{ borderTop: "1px solid", borderColor: "border" }}
      css={{ "& &": { border: "0", paddingInline: "0" } }}
    >
      <details open={open}>
        <FoldTitle minHeight="12" fontWeight="medium">
          {title}
        </FoldTitle>
        {/* Below the title, not below its sign. */}
        <Box paddingInlineStart="6" paddingBottom="3">
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
