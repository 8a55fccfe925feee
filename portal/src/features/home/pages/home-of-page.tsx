import { Box, Button, Flex, Heading, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Eye, LayoutGrid } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useServices } from "../../../api/services";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Notice } from "../../../ui/notice";
import { CARD, CardFace } from "../components/app-card";
import { AppList } from "../components/app-list";
import { headingOf } from "../heading-of";
import { homeOfQuery } from "../home-of";
import { TYPE_IDS } from "../types";

/** The home page as the owner of an account sees it: the same cards, but none of them opens. */
export default function HomeOfPage() {
  const services = useServices();
  const { t, i18n } = useTranslation(["home", "looking"]);
  const { userId = "" } = useParams();
  const { data, error, refetch } = useQuery(homeOfQuery(services, userId));
  if (!data) return <NotThereYet error={error} onRetry={() => void refetch()} lines={4} height="24" />;
  const { username, fullName, agencyName, clientName, canSignIn, products } = data;
  const name = fullName && fullName !== username ? `${fullName} (${username})` : username;
  const hidden = services.config.hiddenAppIds;
  const cards = products.filter(({ id }) => !hidden.includes(id)).sort((a, b) => a.sort - b.sort);
  return (
    <>
      <Flex
        as="section"
        aria-label={t("looking:title", { name })}
        gap="3"
        wrap="wrap"
        align="center"
        padding="4"
        border="2px solid"
        borderColor="warning"
        borderRadius="card"
        background="bg.panel"
        position="sticky"
        top="16"
        zIndex="1"
      >
        <Eye size={20} aria-hidden />
        <Box flex="1" minWidth="60">
          <Heading as="h1" size="md">
            {t("looking:title", { name })}
          </Heading>
          <Text margin="0" fontSize="md" color="fg.muted">
            {t("looking:text")}
          </Text>
          {!canSignIn && (
            <Text margin="0" fontSize="md" color="danger">
              {t("looking:cannotSignIn")}
            </Text>
          )}
        </Box>
        <Button asChild variant="outline">
          <Link to="/auth-management/account-list">{t("looking:back")}</Link>
        </Button>
      </Flex>
      <Text marginTop="5" marginBottom="0" fontSize="lg" fontWeight="semibold">
        {t("home:welcome", { name: fullName || username })}
      </Text>
      <Text margin="0" fontSize="md" color="fg.muted">
        {t("home:place.agency")}: {agencyName || "-"} · {t("home:place.client")}: {clientName || "-"}
      </Text>
      {TYPE_IDS.map((typeId) => ({ typeId, shown: cards.filter((card) => card.typeId === typeId) }))
        .filter(({ shown }) => shown.length > 0)
        .map(({ typeId, shown }) => (
          <AppList
            key={typeId}
            heading={headingOf(typeId, shown, services, i18n.language) ?? t(`home:list.${typeId}`)}
            products={shown}
            expected={shown.length}
            error={null}
            onRetry={() => void refetch()}
            card={(product) => (
              <Flex {...CARD}>
                <CardFace product={product} still />
              </Flex>
            )}
          />
        ))}
      {cards.length === 0 && (
        <Notice icon={LayoutGrid} heading={t("home:empty.heading")} text={t("home:empty.text")} />
      )}
    </>
  );
}
