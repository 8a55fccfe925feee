import { Box, Button, Text } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useErrand } from "../../../api/use-errand";
import { IdentityFacts, nameOf } from "../../../kit/identity-facts";
import { NotThereYet } from "../../../kit/not-there-yet";
import { Question } from "../../../kit/question";
import { SideDrawer } from "../../../ui/side-drawer";
import { identitiesQuery, unlinkIdentity, type Identity } from "../identity-queries";
import { accountQuery } from "../queries";
import type { AccountName } from "./account-actions";
import { personName } from "./change-status";
import { UNLINK_IDENTITY } from "./errands";

interface AccountIdentitiesProps {
  account: AccountName;
  onClose: () => void;
}

/** The corporate identities that sign in to an account, and how to unlink them. */
export function AccountIdentities({ account, onClose }: AccountIdentitiesProps) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const { data, error, refetch } = useQuery(identitiesQuery(services, account.userId));
  const { data: details } = useQuery(accountQuery(services, account.userId));
  const [asking, setAsking] = useState<Identity>();
  const mayUnlink = details?.rights.password ?? false;
  if (asking) return <Unlink account={account} identity={asking} onClose={() => setAsking(undefined)} />;
  return (
    <SideDrawer title={t("identities.title", { name: personName(account) })} reading onClose={onClose}>
      {data ? (
        <>
          {data.identities.length === 0 && <Text margin="0">{t("identities.none")}</Text>}
          <Box as="ul" listStyleType="none" margin="0" padding="0">
            {data.identities.map((identity) => (
              <IdentityFacts key={`${identity.issuer} ${identity.subject}`} identity={identity}>
                {mayUnlink && !identity.given && (
                  <Button
                    flexShrink="0"
                    size="sm"
                    variant="outline"
                    color="danger"
                    aria-label={t("identities.unlinkOf", { identity: nameOf(identity) })}
                    onClick={() => setAsking(identity)}
                  >
                    {t("identities.unlink")}
                  </Button>
                )}
              </IdentityFacts>
            ))}
          </Box>
        </>
      ) : (
        <NotThereYet error={error} onRetry={() => void refetch()} lines={3} height="12" />
      )}
    </SideDrawer>
  );
}

function Unlink({ account, identity, onClose }: AccountIdentitiesProps & { identity: Identity }) {
  const { t } = useTranslation("accounts");
  const services = useServices();
  const names = { name: personName(account), identity: nameOf(identity) };
  useErrand(UNLINK_IDENTITY + account.userId);
  return (
    <Question
      title={t("identities.question", names)}
      action={t("identities.unlink")}
      destructive
      call={() => unlinkIdentity(services, account.userId, identity)}
      done={t("identities.unlinked", names)}
      refresh={["account-identities", "identities", "sessions"]}
      onClose={onClose}
    >
      {t("identities.consequence")}
    </Question>
  );
}
