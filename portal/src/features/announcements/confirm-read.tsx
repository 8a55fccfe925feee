import { Button, Flex } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CheckboxField } from "../../ui/form/checkbox-field";

interface ConfirmReadProps {
  onConfirm: () => void;
  /** Closes without a confirmation; the announcement comes again. */
  onLater?: () => void;
}

/** The tick of an announcement that people confirm. Without it the button says what is missing. */
export function ConfirmRead({ onConfirm, onLater }: ConfirmReadProps) {
  const { t } = useTranslation("news");
  const [ticked, setTicked] = useState(false);
  const [missing, setMissing] = useState(false);
  return (
    <Flex direction="column" gap="3" width="full">
      <CheckboxField
        label={t("tick")}
        checked={ticked}
        error={missing && !ticked ? t("tick.missing") : undefined}
        onChange={(event) => setTicked(event.target.checked)}
      />
      <Flex gap="2" justify="flex-end">
        {onLater && (
          <Button variant="outline" onClick={onLater}>
            {t("later")}
          </Button>
        )}
        <Button onClick={() => (ticked ? onConfirm() : setMissing(true))}>{t("confirm")}</Button>
      </Flex>
    </Flex>
  );
}
