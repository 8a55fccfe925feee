import { Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { NotThereYet } from "../../../kit/not-there-yet";
import { passkeysQuery, type Passkey, type PasskeyList } from "../passkey-queries";
import { AddPasskey } from "./add-passkey";
import { REMOVE_PASSKEY } from "./errands";
import { Part } from "../../../ui/part";
import { Rows } from "../../../ui/row";
import { PasskeyRow } from "./passkey-row";
import { RemovePasskey } from "./remove-passkey";
import { RenamePasskey } from "./rename-passkey";
import { useSought } from "./use-sought";

interface Open {
  what: "rename" | "remove";
  id: string;
}

/** The person's passkeys. `resumed` is the word of what a sign-in has interrupted. */
export function Passkeys({ resumed }: { resumed: string | undefined }) {
  const { t } = useTranslation("account");
  const { data: list, error, refetch } = useQuery(passkeysQuery(useServices()));
  useSought("passkeys", list !== undefined);
  // Without a host name a server can have none, and nobody who reads this can change it.
  if (list && !list.available && list.keys.length === 0) return null;
  return (
    <Part heading={t("passkeys")} id="passkeys">
      {list ? (
        <Loaded list={list} resumed={resumed} />
      ) : (
        <NotThereYet error={error} onRetry={() => void refetch()} lines={2} height="12" />
      )}
    </Part>
  );
}

function Loaded({ list, resumed }: { list: PasskeyList; resumed: string | undefined }) {
  const { t } = useTranslation("account");
  const { keys } = list;
  const [open, setOpen] = useState(() => openAgain(resumed));
  const close = () => setOpen(undefined);
  const shown = keys.find(({ id }) => id === open?.id);
  return (
    <>
      <Text margin="0" color={keys.length > 0 ? "fg.muted" : "fg"}>
        {keys.length > 0 ? t("passkeys.what") : t("passkeys.none")}
      </Text>
      {keys.length > 0 && (
        <Rows>
          {keys.map((key) => (
            <PasskeyRow key={key.id} passkey={key} onOpen={(what) => setOpen({ what, id: key.id })} />
          ))}
        </Rows>
      )}
      <AddPasskey list={list} resumed={resumed} />
      {open && shown && <Opened what={open.what} passkey={shown} onClose={close} />}
    </>
  );
}

function Opened({ what, ...rest }: { what: Open["what"]; passkey: Passkey; onClose: () => void }) {
  return what === "rename" ? <RenamePasskey {...rest} /> : <RemovePasskey {...rest} />;
}

function openAgain(word: string | undefined): Open | undefined {
  return word?.startsWith(REMOVE_PASSKEY)
    ? { what: "remove", id: word.slice(REMOVE_PASSKEY.length) }
    : undefined;
}
