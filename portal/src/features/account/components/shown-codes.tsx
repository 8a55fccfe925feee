import { Button, Code, Flex, Grid, Text } from "@chakra-ui/react";
import { Download, Printer } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { displayName, useUser } from "../../../access/user";
import { saveFile } from "../../../api/download";
import { useServices } from "../../../api/services";
import { CopyButton } from "../../../ui/copy-button";
import { DialogFrame } from "../../../ui/dialog-frame";
import { printList } from "../../../ui/print-list";

/** Recovery codes, this one time: to print, save or copy. A close by mistake asks to save them first. */
export function ShownCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation("account");
  const { config } = useServices();
  const user = useUser();
  const [warned, setWarned] = useState(false);
  useHeldPage();
  const title = t("codes.of", { name: user ? displayName(user) : "", product: config.productName });
  const save = () => {
    const text = [title, "", ...codes, ""].join("\n");
    saveFile(new Blob([text], { type: "text/plain;charset=utf-8" }), "recovery-codes.txt");
  };
  return (
    <DialogFrame
      role="alertdialog"
      title={t("codes.title")}
      onClose={() => {
        if (warned) onClose();
        else setWarned(true);
      }}
      footer={<Button onClick={onClose}>{t("codes.saved")}</Button>}
    >
      <Text marginTop="0" marginBottom="3">
        {t("codes.once")}
      </Text>
      <Grid
        as="ul"
        aria-label={t("codes.list")}
        templateColumns={{ base: "1fr", sm: "1fr 1fr" }}
        columnGap="4"
        rowGap="1"
        margin="0"
        padding="3"
        listStyleType="none"
        border="1px solid"
        borderColor="border"
        borderRadius="control"
        background="bg.subtle"
      >
        {codes.map((code) => (
          <li key={code}>
            <Code background="transparent" color="fg" fontSize="md" userSelect="all" overflowWrap="anywhere">
              {code}
            </Code>
          </li>
        ))}
      </Grid>
      <Flex gap="2" wrap="wrap" marginTop="3">
        <CopyButton text={codes.join("\n")} />
        <Button variant="ghost" size="sm" onClick={() => printList(title, codes)}>
          <Printer size={14} aria-hidden />
          {t("codes.print")}
        </Button>
        <Button variant="ghost" size="sm" onClick={save}>
          <Download size={14} aria-hidden />
          {t("codes.download")}
        </Button>
      </Flex>
      <Text role="alert" margin="0" {...(warned && { marginTop: "3" })} color="danger">
        {warned && t("codes.notSaved")}
      </Text>
    </DialogFrame>
  );
}

/** The browser asks before the tab closes, and the portal does not leave by itself (`app/holds-work.ts`). */
function useHeldPage() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
}
