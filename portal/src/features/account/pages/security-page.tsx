import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useResumed } from "../../../api/use-errand";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Part } from "../../../ui/part";
import { AccountFrame } from "../components/account-frame";
import { AddAuthenticator } from "../components/add-authenticator";
import { Authenticator, RemoveAuthenticator } from "../components/authenticator";
import { Browsers } from "../components/browsers";
import { ERRANDS, type Errand } from "../components/errands";
import { Identities } from "../components/identities";
import { Passkeys } from "../components/passkeys";
import { Password } from "../components/password";
import { MakeCodes, RecoveryCodes } from "../components/recovery-codes";
import { factorsQuery, type Factors } from "../queries";

/** What protects a person's own account: the password, and what stands beside or replaces it. */
export default function SecurityPage() {
  const { t } = useTranslation("account");
  const { data: factors, error, refetch } = useQuery(factorsQuery(useServices()));
  const resumed = useResumed();
  const [open, setOpen] = useState(() => ERRANDS.find((word) => word === resumed));
  return (
    <AccountFrame>
      {factors ? (
        <>
          <Password has={factors.hasPassword} />
          <Authenticator authenticator={factors.authenticator} onOpen={setOpen} />
          <RecoveryCodes factors={factors} onOpen={setOpen} />
          {open && <Opened what={open} factors={factors} onClose={() => setOpen(undefined)} />}
        </>
      ) : (
        <Part heading={t("app")}>
          <NotThereYet error={error} onRetry={() => void refetch()} lines={2} height="12" />
        </Part>
      )}
      <Browsers />
      <Passkeys resumed={resumed} />
      <Identities resumed={resumed} />
    </AccountFrame>
  );
}

interface OpenedProps {
  what: Errand;
  factors: Factors;
  onClose: () => void;
}

function Opened({ what, factors, onClose }: OpenedProps) {
  const has = Boolean(factors.authenticator);
  switch (what) {
    case "add-authenticator":
    case "scan-again":
      return <AddAuthenticator replaces={has} again={what === "scan-again"} onClose={onClose} />;
    case "remove-authenticator":
      return <RemoveAuthenticator onClose={onClose} />;
    case "make-codes":
      return <MakeCodes onClose={onClose} />;
  }
}
