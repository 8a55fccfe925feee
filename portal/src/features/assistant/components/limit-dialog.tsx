import { Button, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { DialogFrame } from "../../../ui/dialog-frame";
import type { Refused } from "../turns";

interface LimitDialogProps extends Refused {
  /** Given where a new chat helps. */
  onNewChat?: () => void;
  onClose: () => void;
}

/** D-23, X-10 to X-12, F-34: the texts are the specification's own. */
export function LimitDialog({ limit, text, onNewChat, onClose }: LimitDialogProps) {
  const { t } = useTranslation("assistant");
  return (
    <DialogFrame
      title={t("limit.title")}
      onClose={onClose}
      footer={
        <>
          {onNewChat && (
            <Button variant="outline" onClick={onNewChat}>
              {t("limit.newChat")}
            </Button>
          )}
          <Button data-autofocus onClick={onClose}>
            {t("limit.ok")}
          </Button>
        </>
      }
    >
      <Text margin="0" overflowWrap="anywhere">
        {limit === "other" && text ? text : t(`limit.${limit}`)}
      </Text>
    </DialogFrame>
  );
}
