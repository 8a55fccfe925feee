import { Button, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { SideDrawer } from "../../ui/side-drawer";
import { WhyClosed } from "../closed";
import AskDrawer from "./ask-drawer";
import { useNoForm } from "./no-form";
import type { Asking } from "./queries";

/** Asks for a product beside the page: why it is closed, the groups that open it, and the form (D-24, T-31, X-23). */
export function AskForProduct({ asking, onClose }: { asking: Asking; onClose: () => void }) {
  const { t } = useTranslation(["asking", "ui"]);
  const noForm = useNoForm()(asking);
  const again = useAgain(asking);
  if (!noForm)
    return (
      <AskDrawer
        title={t("asking:ask.title", { name: asking.product.name })}
        groups={asking.groups}
        action={again}
        onClose={onClose}
      >
        <WhyClosed product={asking.product} />
      </AskDrawer>
    );
  const { heading, text, way } = noForm;
  return (
    <SideDrawer
      title={heading}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("ui:close")}
          </Button>
          {way && (
            <Button asChild>
              <Link to={way.to}>{way.label}</Link>
            </Button>
          )}
        </>
      }
    >
      <Text margin="0">{text}</Text>
    </SideDrawer>
  );
}

/** The verb of the button: somebody who was refused applies again. */
export function useAgain({ product: { reason } }: Asking): string {
  const { t } = useTranslation("asking");
  return reason === "refused" || reason === "timedOut" ? t("again") : t("send");
}
