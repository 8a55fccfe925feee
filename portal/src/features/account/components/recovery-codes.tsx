import { Button, Flex, Text } from "@chakra-ui/react";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { Question } from "../../../kit/question";
import { FACTOR_NAMES } from "../../../kit/stale-names";
import { renewCodes, type Factors } from "../queries";
import type { Errand } from "./errands";
import { Part } from "../../../ui/part";
import { ShownCodes } from "./shown-codes";

/** So few that somebody may soon have none. */
const FEW = 3;

interface RecoveryCodesProps {
  factors: Factors;
  onOpen: (errand: Errand) => void;
}

/** How many recovery codes are left. */
export function RecoveryCodes({ factors, onOpen }: RecoveryCodesProps) {
  const { t } = useTranslation("account");
  const { authenticator, recoveryCodes: count } = factors;
  if (!authenticator)
    return (
      <Part heading={t("codes")}>
        <Text margin="0">{t("codes.none")}</Text>
      </Part>
    );
  const left = count === 0 ? t("codes.gone") : t("codes.left", { count });
  return (
    <Part heading={t("codes")}>
      {count > FEW ? (
        <Text margin="0" fontWeight="medium">
          {left}
        </Text>
      ) : (
        <Flex align="baseline" gap="2" color="warning" css={{ "& > svg": { flexShrink: "0" } }}>
          <TriangleAlert size={14} aria-hidden />
          <Text margin="0" fontWeight="medium">
            {left}. {t("codes.low")}
          </Text>
        </Flex>
      )}
      <Text marginTop="1" marginBottom="4" color="fg.muted">
        {t("codes.what")}
      </Text>
      <Button variant="outline" onClick={() => onOpen("make-codes")}>
        {t("codes.make")}
      </Button>
    </Part>
  );
}

/** Replaces the recovery codes, after a question, and shows the new ones. */
export function MakeCodes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("account");
  const services = useServices();
  const [codes, setCodes] = useState<string[]>();
  useErrand("make-codes" satisfies Errand);
  if (codes) return <ShownCodes codes={codes} onClose={onClose} />;
  return (
    <Question
      title={t("codes.question")}
      action={t("codes.make")}
      destructive
      call={async () => {
        const { path, data } = await renewCodes(services);
        setCodes(data.codes);
        // The codes are only in this dialog, never in a cache.
        return { path, data: null };
      }}
      done={t("codes.made")}
      refresh={FACTOR_NAMES}
      onDone={() => undefined}
      onClose={onClose}
    >
      {t("codes.consequence")}
    </Question>
  );
}
