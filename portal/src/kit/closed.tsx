import { Box, Grid, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "../api/schema";
import { useFormats } from "../i18n/use-formats";

type Schemas = components["schemas"];

/** Why a product does not open, in one sentence (X-22, G-88). Needs the texts `asking`. */
export function useWhyClosed() {
  const { t } = useTranslation("asking");
  const { day } = useFormats();
  return ({ reason, endedOn }: Pick<Schemas["Product"], "reason" | "endedOn">): string => {
    switch (reason) {
      case "pending":
        return t("Your appication is in progress, please wait for approval.");
      case "membershipEnded":
        return endedOn ? t("why.endedOn", { day: day(endedOn) }) : t("why.membershipEnded");
      case undefined:
      case null:
        return t("why.failed");
      default:
        return t(`why.${reason}`);
    }
  };
}

type Closed = Pick<Schemas["Product"], "reason" | "endedOn" | "refusedBecause">;

/** Why a product does not open, and the words of the person who refused it. */
export function WhyClosed({ product }: { product: Closed }) {
  const why = useWhyClosed();
  return (
    <Box overflowWrap="anywhere">
      <Text margin="0">{why(product)}</Text>
      {product.refusedBecause && (
        <Text
          as="blockquote"
          margin="0"
          marginTop="2"
          paddingInlineStart="3"
          borderInlineStart="2px solid"
          borderColor="border.control"
          whiteSpace="pre-line"
        >
          {product.refusedBecause}
        </Text>
      )}
    </Box>
  );
}

/** Whom to ask for a product that no group opens: its administrator, else any. Needs the texts `asking`. */
export function useWhomToAsk() {
  const { t } = useTranslation("asking");
  return ({ name, adminName }: Pick<Schemas["Product"], "name" | "adminName">): string =>
    adminName ? t("ask.product", { name: adminName }) : t("ask.nobody", { name });
}

/** Groups that open a product. */
export function GroupsToAsk({ children }: { children: ReactNode }) {
  return (
    <Grid as="ul" gap="3" margin="0" padding="0" listStyleType="none">
      {children}
    </Grid>
  );
}

/** A group that opens a product, and its managers. */
export function GroupToAsk({ group }: { group: Schemas["GroupAdmin"] }) {
  const { t } = useTranslation("asking");
  const { joined } = useFormats();
  const { groupName, groupAdmin, adminMsg } = group;
  return (
    <Grid
      as="li"
      templateColumns="auto 1fr"
      columnGap="4"
      rowGap="1"
      padding="4"
      border="1px solid"
      borderColor="border"
      borderRadius="control"
      background="bg.panel"
    >
      <Box color="fg.muted">{t("ask.group")}</Box>
      <Box overflowWrap="anywhere">{groupName}</Box>
      <Box color="fg.muted">{t("ask.manager")}</Box>
      <Box fontWeight="medium" overflowWrap="anywhere">
        {joined(groupAdmin) || t("ask.noManager")}
      </Box>
      {adminMsg && (
        <Text gridColumn="1 / -1" margin="0" color="fg.muted" overflowWrap="anywhere">
          {adminMsg}
        </Text>
      )}
    </Grid>
  );
}
