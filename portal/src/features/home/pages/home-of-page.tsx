import { Box, Button, Flex, Heading, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Eye, LayoutGrid } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useParams } from "react-router";
import { useServices } from "../../../api/services";
import { loadTexts } from "../../../i18n/i18n";
import { inBrackets, labelled } from "../../../i18n/marks";
import { CHECKING } from "../../../kit/access-check/texts";
import { NotThereYet } from "../../../kit/not-there-yet";
import { lazyPart } from "../../../ui/lazy/lazy-part";
import { Notice } from "../../../ui/notice";
import { CARD, CardFace } from "../components/app-card";
import { AppList } from "../components/app-list";
import { headingOf } from "../heading-of";
import { homeOfQuery } from "../home-of";
import type { Product } from "../queries";
import { TYPE_IDS } from "../types";

const CheckDrawer = lazyPart(async () => {
  const check = import("../../../kit/access-check/check-drawer");
  const [drawer] = await Promise.all([check, loadTexts([CHECKING])]);
  return drawer;
});

/**
 * The home page as the owner of an account sees it: the same cards. A card opens no application, but says why its owner
 * can or cannot open it.
 */
export default function HomeOfPage() {
  const services = useServices();
  const { t, i18n } = useTranslation(["home", "looking"]);
  const { userId = "" } = useParams();
  // The filters and the page of the list that led here.
  const from: unknown = useLocation().state;
  const search = typeof from === "string" ? from : "";
  const [checked, setChecked] = useState<Product>();
  const { data, error, refetch } = useQuery(homeOfQuery(services, userId));
  if (!data) return <NotThereYet error={error} onRetry={() => void refetch()} lines={4} height="24" />;
  const { username, fullName, agencyName, clientName, canSignIn, products } = data;
  const name = fullName && fullName !== username ? `${fullName}${inBrackets(username)}` : username;
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
        // Below the header, which has two rows on a phone.
        top={{ base: "27", lg: "16" }}
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
          <Link to={{ pathname: "/auth-management/account-list", search }}>{t("looking:back")}</Link>
        </Button>
      </Flex>
      <Text marginTop="5" marginBottom="0" fontSize="lg" fontWeight="semibold">
        {t("home:welcome", { name: fullName || username })}
      </Text>
      <Text margin="0" fontSize="md" color="fg.muted">
        {labelled(t("home:place.agency"), agencyName || "-")} ·{" "}
        {labelled(t("home:place.client"), clientName || "-")}
      </Text>
      {TYPE_IDS.map((typeId) => ({ typeId, shown: cards.filter((card) => card.typeId === typeId) }))
        .filter(({ shown }) => shown.length > 0)
        .map(({ typeId, shown }) => (
          <AppList
            key={typeId}
            heading={headingOf(typeId, shown, services, i18n.language) ?? t(`home:list.${typeId}`)}
            products={shown}
            expected={{ shown: shown.length, folded: false }}
            card={(product) => <StillCard product={product} onCheck={setChecked} />}
          />
        ))}
      {cards.length === 0 && (
        <Notice icon={LayoutGrid} heading={t("home:empty.heading")} text={t("home:empty.text")} />
      )}
      {checked && (
        <CheckDrawer
          userId={userId}
          projectId={checked.id}
          name={fullName || username}
          product={checked.name}
          onChanged={() => void refetch()}
          onClose={() => setChecked(undefined)}
        />
      )}
    </>
  );
}

/** A card that opens nothing: it says why its owner can or cannot open it. */
function StillCard({ product, onCheck }: { product: Product; onCheck: (product: Product) => void }) {
  const description = useId();
  return (
    <Flex
      asChild
      {...CARD}
      fontFamily="inherit"
      textAlign="start"
      cursor="pointer"
      _hover={{ borderColor: "border.control" }}
    >
      <button
        type="button"
        aria-haspopup="dialog"
        {...(product.attribute1 && { "aria-describedby": description })}
        onClick={() => onCheck(product)}
      >
        <CardFace product={product} still describes={description} />
      </button>
    </Flex>
  );
}
