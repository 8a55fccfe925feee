import { Button, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { CopyBox } from "./copy-box";
import { DialogFrame } from "./dialog-frame";

interface ShownOnceProps {
  title: string;
  /** The secret text, and its name for the button that copies it. */
  text: string;
  label: string;
  /** What to do with it now. */
  children: string;
  onClose: () => void;
}

/** A password or secret that nobody can read again, to be copied. */
export function ShownOnce({ title, text, label, children, onClose }: ShownOnceProps) {
  const { t } = useTranslation("ui");
  return (
    <DialogFrame
      role="alertdialog"
      title={title}
      onClose={onClose}
      footer={
        <Button variant="outline" onClick={onClose}>
          {t("close")}
        </Button>
      }
    >
      <CopyBox text={text} label={label} />
      <Text marginTop="3" marginBottom="0" color="fg.muted">
        {children}
      </Text>
    </DialogFrame>
  );
}
