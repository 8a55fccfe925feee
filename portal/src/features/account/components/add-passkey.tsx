import { Text } from "@chakra-ui/react";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useErrand } from "../../../api/use-errand";
import { BusyButton } from "../../../ui/busy-button";
import { ConfirmDialog } from "../../../ui/confirm-dialog";
import type { PasskeyList } from "../passkey-queries";
import { hasPasskeys } from "../web-authn";
import { ADD_PASSKEY } from "./errands";
import { NamePasskey } from "./name-passkey";
import { useNewPasskey } from "./use-new-passkey";

interface AddPasskeyProps {
  list: PasskeyList;
  resumed: string | undefined;
}

/** The button for a new passkey: the browser asks, then a dialog for the name. Or why there can be none. */
export function AddPasskey({ list, resumed }: AddPasskeyProps) {
  const { t } = useTranslation("account");
  const { available, keys, most } = list;
  const [returned, setReturned] = useState(resumed === ADD_PASSKEY);
  if (!available) return null;
  if (!hasPasskeys()) return <Reason>{t("passkeys.noBrowser")}</Reason>;
  if (keys.length >= most) return <Reason>{t("passkeys.most", { count: most })}</Reason>;
  return <Adding keys={keys} returned={returned} onGone={() => setReturned(false)} />;
}

function Reason({ children }: { children: string }) {
  return (
    <Text marginTop="3" marginBottom="0">
      {children}
    </Text>
  );
}

interface AddingProps extends Pick<PasskeyList, "keys"> {
  /** Whether the person comes back from a sign-in in between. */
  returned: boolean;
  onGone: () => void;
}

function Adding({ keys, returned, onGone }: AddingProps) {
  const { t } = useTranslation("account");
  const { begin, waits, made, failure, end } = useNewPasskey();
  const [refusal, setRefusal] = useState("");
  const start = () => {
    setRefusal("");
    begin();
  };
  const problem = failure || refusal;
  return (
    <>
      <BusyButton marginTop="4" busy={waits} onClick={start}>
        {!waits && <KeyRound size={16} aria-hidden />}
        {t("passkeys.add")}
      </BusyButton>
      {waits && <BrowserAsks />}
      <Text role="alert" margin="0" {...(problem && { marginTop: "3" })} color="danger">
        {problem}
      </Text>
      {made && (
        <NamePasskey
          made={made}
          taken={keys.map(({ name }) => name)}
          onClose={(why = "") => {
            setRefusal(why);
            end();
          }}
        />
      )}
      {returned && (
        // Some browsers make a key only after a press.
        <ConfirmDialog
          title={t("passkeys.add")}
          action={t("passkeys.goOn")}
          onConfirm={() => {
            onGone();
            start();
          }}
          onClose={onGone}
        >
          {t("passkeys.returned")}
        </ConfirmDialog>
      )}
    </>
  );
}

/** No dialog: the browser or a password manager shows its own. */
function BrowserAsks() {
  const { t } = useTranslation("account");
  useErrand(ADD_PASSKEY);
  return (
    <Text role="status" marginTop="3" marginBottom="0" color="fg.muted">
      {t("passkeys.browserAsks")}
    </Text>
  );
}
