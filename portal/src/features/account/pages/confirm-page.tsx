import { Button, Skeleton } from "@chakra-ui/react";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useServices } from "../../../api/services";
import { useResumed } from "../../../api/use-errand";
import type { Proof } from "../../../api/session/proof";
import { Notice } from "../../../ui/notice";
import { CONFIRM, PATHS } from "../paths";

const WORD = "confirmed";

/** The tab that a form with typed work opens for a step-up (RFC 9470): goes to the sign-in, and says how it ended. */
export default function ConfirmPage() {
  const [asked] = useSearchParams();
  const resumed = useResumed();
  return asked.size > 0 ? <Leaving asked={asked} /> : <Back proved={resumed === WORD} />;
}

function Leaving({ asked }: { asked: URLSearchParams }) {
  const { session } = useServices();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const proof: Proof = Object.fromEntries(
      ["acr_values", "max_age"].flatMap((name) => {
        const value = asked.get(name);
        return value ? [[name, value]] : [];
      }),
    );
    session.begin(CONFIRM, { proof, word: WORD }).catch(() => setFailed(true));
  }, [session, asked]);
  return failed ? <Back proved={false} /> : <Skeleton height="40" aria-busy />;
}

function Back({ proved }: { proved: boolean }) {
  const { t } = useTranslation("account");
  if (proved)
    return <Notice as="page" icon={ShieldCheck} heading={t("confirm.done")} text={t("confirm.doneText")} />;
  return (
    <Notice as="page" icon={ShieldAlert} heading={t("confirm.not")} text={t("confirm.notText")}>
      <Button asChild variant="outline">
        <Link to={PATHS.security}>{t("confirm.security")}</Link>
      </Button>
    </Notice>
  );
}
