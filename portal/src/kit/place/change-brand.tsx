import { Button, Text } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../access/user";
import { failureText } from "../../api/failure-text";
import { useServices } from "../../api/services";
import { SearchInput } from "../search-input";
import { useAct } from "../use-act";
import type { Option } from "../use-search";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { DialogFrame } from "../../ui/dialog-frame";
import { ownBrands, selectBrand } from "./belonging";

/**
 * D-08: the brands of the person's client, then the question. Only the answer to it applies (V-21,
 * T-48).
 */
export function ChangeBrand({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["belonging", "dc", "ui"]);
  const services = useServices();
  const user = useUser();
  const [chosen, setChosen] = useState<Option>();
  const [asking, setAsking] = useState(false);
  const [missing, setMissing] = useState(false);
  const brandId = chosen?.value ?? user?.brandId ?? "";
  const [failure, setFailure] = useState<string>();
  const apply = useAct(() => selectBrand(services, brandId), {
    done: t("belonging:success"),
    refresh: ["user"],
    onFailure: (error) => setFailure(failureText(error)),
  });
  const ask = () => {
    if (chosen) setAsking(true);
    // It is the brand already.
    else if (brandId) onClose();
    else setMissing(true);
  };
  if (asking) {
    return (
      <ConfirmDialog
        title={t("belonging:brand.question")}
        action={t("belonging:confirm")}
        busy={apply.busy}
        onConfirm={() => void apply.run().then((applied) => applied && onClose())}
        onClose={() => setAsking(false)}
      >
        <Text margin="0" fontWeight="semibold">
          {chosen?.label}
        </Text>
        {failure && (
          <Text role="alert" margin="0" marginTop="3" color="danger">
            {failure}
          </Text>
        )}
      </ConfirmDialog>
    );
  }
  return (
    <DialogFrame
      title={t("belonging:brand.title")}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("ui:cancel")}
          </Button>
          <Button onClick={ask}>{t("belonging:brand.apply")}</Button>
        </>
      }
    >
      <SearchInput
        label={t("belonging:brand.label")}
        help={t("belonging:brand.help")}
        source={ownBrands(services)}
        value={brandId}
        error={missing && !chosen ? t("dc:请选择") : undefined}
        onChange={(_, option) => setChosen(option)}
      />
    </DialogFrame>
  );
}
