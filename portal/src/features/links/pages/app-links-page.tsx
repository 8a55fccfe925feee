import { Box, Flex, Link as Anchor, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { ArrowUpRight, LayoutGrid } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { usePageTitle } from "../../../access/nav";
import { addressOf } from "../../../address/base";
import type { components } from "../../../api/schema";
import { useServices } from "../../../api/services";
import { AppIcon } from "../../../kit/app-icon";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Notice } from "../../../ui/notice";
import { PageHeader } from "../../../ui/page-header";
import { linkedProductsQuery } from "../queries";

type Product = components["schemas"]["Product"];

/**
 * The links of the application that `appName` names, the one of `callbackUrl` marked (R-03, S-28). Without such an
 * application, or if it does not open, all applications (T-33, F-30). The server opens a link, so no token is here.
 */
export default function AppLinksPage() {
  const { t } = useTranslation("links");
  const [query] = useSearchParams();
  const { data, error, refetch } = useQuery(linkedProductsQuery(useServices()));
  const title = usePageTitle();
  const appName = query.get("appName") ?? "";
  const named = data?.find((product) => appName !== "" && product.appName === appName);
  if (named?.state === "open" && linksOf(named).length > 0) {
    return <LinksOf product={named} wanted={query.get("callbackUrl") ?? ""} />;
  }
  return (
    <>
      <PageHeader title={data ? t("all") : title} />
      {!data && <NotThereYet error={error} onRetry={() => void refetch()} lines={5} height="12" />}
      {data?.length === 0 && <Notice icon={LayoutGrid} heading={t("none")} text={t("none.text")} />}
      {data && data.length > 0 && (
        <>
          {appName !== "" && !named && <Text marginTop="0">{t("noneNamed")}</Text>}
          <List>
            {data.map((product) => (
              <Row key={product.id}>
                <AppIcon product={product} small />
                {product.state === "open" ? (
                  <Away href={`/open/${product.id}`}>{product.name}</Away>
                ) : (
                  <Anchor asChild minWidth="0" overflowWrap="anywhere" whiteSpace="normal">
                    <Link to={`/ask/${product.id}`}>{t("ask", { name: product.name })}</Link>
                  </Anchor>
                )}
              </Row>
            ))}
          </List>
        </>
      )}
    </>
  );
}

function LinksOf({ product, wanted }: { product: Product; wanted: string }) {
  const { t } = useTranslation("links");
  const { id, name } = product;
  return (
    <>
      <PageHeader title={t("of", { name })} />
      <Text marginTop="0">{t("choose", { name })}</Text>
      <List>
        {linksOf(product).map((link) => (
          <Row key={link.url}>
            <Away href={`/open/${id}?way=${encodeURIComponent(link.url)}`}>{link.name}</Away>
            {link.url === wanted && (
              <Text as="span" color="fg.muted" fontSize="sm">
                {t("wanted")}
              </Text>
            )}
          </Row>
        ))}
      </List>
    </>
  );
}

/** All its links, or the only one. */
function linksOf({ name, link, links }: Product) {
  return links.length > 0 ? links : link ? [{ name, url: link }] : [];
}

function List({ children }: { children: ReactNode }) {
  return (
    <Box
      as="ul"
      maxWidth="640px"
      margin="0"
      padding="0"
      border="1px solid"
      borderColor="border"
      borderRadius="card"
      background="bg.panel"
      listStyleType="none"
    >
      {children}
    </Box>
  );
}

function Row({ children }: { children: ReactNode }) {
  return (
    <Flex
      as="li"
      gap="3"
      align="center"
      minHeight="12"
      paddingInline="4"
      overflowWrap="anywhere"
      _notFirst={{ borderTop: "1px solid", borderColor: "border" }}
    >
      {children}
    </Flex>
  );
}

/** Opens in a new tab, by the server. */
function Away({ href, children }: { href: string; children: string }) {
  const { t } = useTranslation("links");
  return (
    <Anchor
      href={addressOf(href)}
      target="_blank"
      rel="noopener"
      display="inline-flex"
      alignItems="center"
      gap="1"
      minWidth="0"
      paddingBlock="2.5"
      overflowWrap="anywhere"
      whiteSpace="normal"
      aria-label={`${children}, ${t("newTab")}`}
    >
      {children}
      <Box asChild flexShrink="0">
        <ArrowUpRight size={16} aria-hidden />
      </Box>
    </Anchor>
  );
}
