import { Button, Flex, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { IdentityFacts, nameOf } from "../../../kit/identity-facts";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Question } from "../../../kit/question";
import { identitiesQuery, unlinkIdentity, type Identity, type Provider } from "../identity-queries";
import { LINK_IDENTITY, UNLINK_IDENTITY } from "./errands";
import { LinkIdentity } from "./link-identity";
import { useSought } from "./use-sought";
import { Part } from "../../../ui/part";
import { Rows } from "../../../ui/row";
import { showToast } from "../../../ui/toast/toast-store";

type Open = { what: "link"; provider: Provider } | { what: "unlink"; identity: Identity };

interface IdentityParts {
  identities: Identity[];
  providers: Provider[];
}

/** The corporate identities that sign the person in. `resumed` is the word of what a sign-in has interrupted. */
export function Identities({ resumed }: { resumed: string | undefined }) {
  const { t } = useTranslation("account");
  const { data, error, refetch } = useQuery(identitiesQuery(useServices()));
  const failed = useReturned();
  useSought("identities", data !== undefined);
  if (data?.identities.length === 0 && data.providers.length === 0) return null;
  return (
    <Part heading={t("identities")} id="identities">
      {failed && (
        <Text marginTop="0" marginBottom="3" fontWeight="medium" color="danger">
          {t(`identities.end.${failed}`)}
        </Text>
      )}
      {data ? (
        <Loaded {...data} resumed={resumed} />
      ) : (
        <NotThereYet error={error} onRetry={() => void refetch()} lines={2} height="12" />
      )}
    </Part>
  );
}

/** The words with which the server leads back from the provider, by whether the identity is linked now. */
const LINKED = ["linked", "known"] as const;
const FAILED = ["taken", "cancelled", "unreachable", "untrusted", "late"] as const;
type FailedEnd = (typeof FAILED)[number];

/** Says once how a trip to the provider ended; gives how it failed. A reload does not say it again. */
function useReturned(): FailedEnd | undefined {
  const { t } = useTranslation("account");
  const [params, setParams] = useSearchParams();
  const end = params.get("identity");
  const [failed] = useState(() => FAILED.find((word) => word === end));
  const settle = useEffectEvent(() => {
    const linked = LINKED.find((word) => word === end);
    if (linked) showToast({ tone: "done", text: t(`identities.end.${linked}`) });
    // The part may be below the edge of the screen.
    if (failed) showToast({ tone: "warning", text: t(`identities.end.${failed}`) });
    setParams({}, { replace: true });
  });
  useEffect(() => {
    if (end !== null) settle();
  }, [end]);
  return failed;
}

function Loaded({ identities, providers, resumed }: IdentityParts & { resumed: string | undefined }) {
  const { t } = useTranslation("account");
  const [open, setOpen] = useState(() => openAgain({ identities, providers }, resumed));
  const close = () => setOpen(undefined);
  const some = identities.length > 0;
  return (
    <>
      <Text margin="0" color={some ? "fg.muted" : "fg"}>
        {some ? t("identities.what") : t("identities.none")}
      </Text>
      {some && (
        <Rows>
          {identities.map((identity) => (
            <IdentityFacts key={keyOf(identity)} identity={identity}>
              {!identity.given && (
                <Button
                  flexShrink="0"
                  size="sm"
                  variant="outline"
                  color="danger"
                  aria-label={t("identities.unlinkOf", { name: nameOf(identity) })}
                  onClick={() => setOpen({ what: "unlink", identity })}
                >
                  {t("identities.unlink")}
                </Button>
              )}
            </IdentityFacts>
          ))}
        </Rows>
      )}
      {providers.length > 0 && (
        <Flex gap="3" wrap="wrap" marginTop="4">
          {providers.map((provider) => (
            <Button key={provider.id} variant="outline" onClick={() => setOpen({ what: "link", provider })}>
              <Link2 size={16} aria-hidden />
              {t("identities.link", { provider: provider.label })}
            </Button>
          ))}
        </Flex>
      )}
      {open?.what === "link" && <LinkIdentity provider={open.provider} onClose={close} />}
      {open?.what === "unlink" && <UnlinkIdentity identity={open.identity} onClose={close} />}
    </>
  );
}

/** The question before an identity is unlinked. */
function UnlinkIdentity({ identity, onClose }: { identity: Identity; onClose: () => void }) {
  const { t } = useTranslation("account");
  const services = useServices();
  const name = nameOf(identity);
  useErrand(UNLINK_IDENTITY + keyOf(identity));
  return (
    <Question
      title={t("identities.question", { name })}
      action={t("identities.unlink")}
      destructive
      call={() => unlinkIdentity(services, identity)}
      done={t("identities.unlinked", { name })}
      refresh={["identities", "account-identities"]}
      onClose={onClose}
    >
      {t("identities.consequence")}
    </Question>
  );
}

const keyOf = ({ issuer, subject }: Identity) => `${issuer} ${subject}`;

function openAgain({ identities, providers }: IdentityParts, word = ""): Open | undefined {
  const provider = providers.find(({ id }) => word === LINK_IDENTITY + id);
  if (provider) return { what: "link", provider };
  const identity = identities.find((one) => word === UNLINK_IDENTITY + keyOf(one));
  return identity && { what: "unlink", identity };
}
