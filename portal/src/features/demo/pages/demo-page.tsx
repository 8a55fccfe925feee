import { Button } from "@chakra-ui/react";
import { MonitorCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Notice } from "../../../ui/notice";

/** The demo page, without any function (R-23, S-30, G-05). */
export default function DemoPage() {
  const { t } = useTranslation(["demo", "shell"]);
  return (
    <Notice as="page" icon={MonitorCheck} heading={t("demo:heading")} text={t("demo:text")}>
      <Button asChild>
        <Link to="/">{t("shell:goHome")}</Link>
      </Button>
    </Notice>
  );
}
