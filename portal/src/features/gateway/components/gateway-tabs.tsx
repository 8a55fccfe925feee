import { useTranslation } from "react-i18next";
import { PageTabs } from "../../../kit/page-tabs";

const PATHS = [
  "/operation-access/assistant-versions",
  "/operation-access/assistant-quotas",
  "/operation-access/assistant-use",
];

/** Leads to the pages about the assistant that the reader may open. */
export function GatewayTabs() {
  const { t } = useTranslation("gateway");
  return <PageTabs paths={PATHS} label={t("pages")} />;
}
