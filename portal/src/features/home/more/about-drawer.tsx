import { Box, Button, Heading, Image, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { MessageSquareText, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { addressOf } from "../../../address/base";
import { isRefused } from "../../../api/failure";
import { useServices } from "../../../api/services";
import { AppIcon } from "../../../kit/app-icon";
import { feedbackSearch } from "../../../kit/feedback-slot";
import { WhyClosed } from "../../../kit/closed";
import { NotThereYet } from "../../../kit/not-there-yet";
import { pictureAddress } from "../../../kit/picture-address";
import { PUSHED } from "../../../kit/pushed";
import { BottomDrawer } from "../../../ui/bottom-drawer";
import { Notice } from "../../../ui/notice";
import { aboutQuery, type ProductInfo } from "../about-queries";
import { FileLinks } from "./file-links";

/** What an application is (D-18): its head, then what there is of five parts. */
export function AboutDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(["homeMore", "list"]);
  const { data, error, refetch } = useQuery(aboutQuery(useServices(), id));
  if (data) return <About product={data} onClose={onClose} />;
  if (isRefused(error))
    return (
      <BottomDrawer title={t("list:opened.unknown")} onClose={onClose}>
        <Notice
          icon={SearchX}
          heading={t("list:opened.unknownHeading")}
          text={t("list:opened.unknownText")}
        />
      </BottomDrawer>
    );
  return (
    <BottomDrawer title={t("list:opened.loading")} onClose={onClose}>
      <NotThereYet error={error} onRetry={() => void refetch()} lines={5} height="5" />
    </BottomDrawer>
  );
}

function About({ product, onClose }: { product: ProductInfo; onClose: () => void }) {
  const { t } = useTranslation("homeMore");
  const { name, adminName, attribute1, attribute2, featuresBenefits, snapshots, files } = product;
  return (
    <BottomDrawer
      title={name}
      icon={<AppIcon product={product} />}
      about={
        adminName && (
          <Text margin="0" fontSize="md" color="fg.muted">
            {t("about.admin", { name: adminName })}
          </Text>
        )
      }
      action={<Way product={product} />}
      onClose={onClose}
    >
      {!product.hasAccess && (
        <Box marginBottom="4" color="fg.muted">
          <WhyClosed product={product} />
        </Box>
      )}
      {attribute1 && (
        <Part heading={t("about.description")}>
          <Words>{attribute1}</Words>
        </Part>
      )}
      {attribute2 && (
        <Part heading={t("about.usage")}>
          <Words>{attribute2}</Words>
        </Part>
      )}
      {featuresBenefits.length > 0 && (
        <Part heading={t("about.features")}>
          <Box as="dl" margin="0">
            {featuresBenefits.map(({ title, description }, index) => (
              <Box key={index} marginBottom="2">
                <Box as="dt" fontWeight="medium">
                  {title}
                </Box>
                <Box as="dd" margin="0" color="fg.muted" whiteSpace="pre-line">
                  {description}
                </Box>
              </Box>
            ))}
          </Box>
        </Part>
      )}
      {snapshots.length > 0 && (
        <Part heading={t("about.demo")}>
          <Pictures addresses={snapshots} name={name} />
        </Part>
      )}
      {files.length > 0 && (
        <Part heading={t("about.files")}>
          <FileLinks productId={product.id} files={files} />
        </Part>
      )}
      <GiveFeedback productId={product.id} />
    </BottomDrawer>
  );
}

/** Leads to the form for feedback about the application (D-14). */
function GiveFeedback({ productId }: { productId: number }) {
  const { t } = useTranslation("homeMore");
  const { search } = useLocation();
  return (
    <Button asChild variant="outline" size="sm">
      <Link to={{ search: feedbackSearch(search, String(productId)) }} state={PUSHED}>
        <MessageSquareText size={16} aria-hidden />
        {t("about.feedback")}
      </Link>
    </Button>
  );
}

/** Opens it, or leads to the page that asks for it (T-30, T-34). */
function Way({ product: { id, hasAccess } }: { product: ProductInfo }) {
  const { t } = useTranslation("homeMore");
  return (
    <Button asChild marginInlineEnd={{ sm: "10" }}>
      {hasAccess ? (
        <a href={addressOf(`/open/${id}`)} target="_blank" rel="noopener">
          {t("Go To")}
        </a>
      ) : (
        <Link to={`/ask/${id}`}>{t("Get Access")}</Link>
      )}
    </Button>
  );
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Box as="section" marginBottom="5">
      <Heading as="h3" size="sm" marginBottom="1.5">
        {heading}
      </Heading>
      {children}
    </Box>
  );
}

function Words({ children }: { children: string }) {
  return (
    <Text margin="0" whiteSpace="pre-line" overflowWrap="anywhere" maxWidth="70ch">
      {children}
    </Text>
  );
}

/** The pictures side by side; they scroll by touch, wheel and arrow keys. */
function Pictures({ addresses, name }: { addresses: string[]; name: string }) {
  const { t } = useTranslation("homeMore");
  const { filesUrl } = useServices().config;
  return (
    <Box
      role="group"
      aria-label={t("about.demo")}
      tabIndex={0}
      display="flex"
      gap="3"
      overflowX="auto"
      scrollSnapType="x mandatory"
      paddingBottom="2"
    >
      {addresses.map((address, index) => (
        <Image
          key={address}
          src={pictureAddress(address, filesUrl)}
          alt={t("about.picture", { name, place: index + 1, count: addresses.length })}
          loading="lazy"
          height="220px"
          maxWidth="full"
          flexShrink="0"
          borderRadius="control"
          border="1px solid"
          borderColor="border"
          scrollSnapAlign="start"
        />
      ))}
    </Box>
  );
}
