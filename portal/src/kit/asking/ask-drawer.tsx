import { Button } from "@chakra-ui/react";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EditDrawer } from "../../ui/form/edit-drawer";
import { SideDrawer } from "../../ui/side-drawer";
import { AskFields } from "./ask-fields";
import type { Wanted } from "./queries";
import { Sent } from "./sent";
import { useAsking } from "./use-asking";

interface AskDrawerProps {
  title: string;
  groups: readonly Wanted[];
  /** The verb on the button. */
  action?: string;
  /** Shown above the fields. */
  children?: ReactNode;
  onClose: () => void;
}

/** Asks for a group, in one step; then it says what happens next. Sending is the confirmation (T-17, D-26). */
export default function AskDrawer({ title, groups, action, children, onClose }: AskDrawerProps) {
  const { t } = useTranslation(["asking", "ui"]);
  const [sent, setSent] = useState<Wanted>();
  const asked = useRef<Wanted>(undefined);
  const { form, save, group } = useAsking(groups, (wanted) => {
    asked.current = wanted;
  });
  if (sent)
    return (
      <SideDrawer
        title={t("asking:sent.heading")}
        onClose={onClose}
        footer={
          <>
            <Button asChild variant="outline">
              <Link to="/my-requests">{t("asking:requests")}</Link>
            </Button>
            <Button onClick={onClose}>{t("ui:close")}</Button>
          </>
        }
      >
        <Sent group={sent} />
      </SideDrawer>
    );
  return (
    <EditDrawer
      title={title}
      form={form}
      save={save}
      action={action ?? t("asking:send")}
      onClose={() => {
        if (asked.current) setSent(asked.current);
        else onClose();
      }}
    >
      {children}
      <AskFields form={form} groups={groups} group={group} />
    </EditDrawer>
  );
}
