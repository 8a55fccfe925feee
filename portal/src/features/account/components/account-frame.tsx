import { Box, Grid } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../../access/nav";
import { PageTabs } from "../../../kit/page-tabs";
import { PageHeader } from "../../../ui/page-header";
import { PATHS } from "../paths";

/** A page of a person's own account, with its heading. */
export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <BesideMenu>
      <PageHeader title={usePageTitle()} />
      {children}
    </BesideMenu>
  );
}

/** A page of a person's own account beside the way to the others. */
export function BesideMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation("account");
  return (
    <Grid templateColumns={{ base: "minmax(0, 1fr)", lg: "200px minmax(0, 1fr)" }} columnGap="8">
      <PageTabs paths={Object.values(PATHS)} label={t("pages")} upright />
      <Box>{children}</Box>
    </Grid>
  );
}
