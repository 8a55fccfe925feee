import { Button, Skeleton } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { UserInfo } from "../../../access/user";
import { failureText } from "../../../api/failure-text";
import { useServices } from "../../../api/services";
import { NONE } from "../../../i18n/use-formats";
import { agenciesQuery, ownBrands } from "../../../kit/place/belonging";
import type { Choosing } from "../../../kit/place/choose-place";
import { PlaceDialog } from "../../../kit/place/place-dialog";
import { chosenQuery } from "../../../kit/use-search";
import { Part } from "../../../ui/part";
import { IdentitiesRow } from "./identities-row";
import { ProfileRow, ProfileRows } from "./profile-row";

/** Agency, client and brand of the person, and the corporate identities (T-48, T-49, F-59). */
export function OwnPlace({ user }: { user: UserInfo }) {
  const { t } = useTranslation("account");
  const [choosing, setChoosing] = useState<Choosing>();
  const { agencyId, agencyName, clientName, brandId } = user;
  return (
    <Part heading={t("profile.place")}>
      <ProfileRows>
        <ProfileRow
          label={t("profile.agency")}
          note={useAgencyNote()}
          action={
            <Button variant="outline" size="sm" onClick={() => setChoosing("agency")}>
              {t(agencyId ? "profile.changeAgency" : "profile.chooseAgency")}
            </Button>
          }
        >
          {agencyName || NONE}
        </ProfileRow>
        <ProfileRow label={t("profile.client")} note={t("profile.clientFixed")}>
          {clientName || NONE}
        </ProfileRow>
        <ProfileRow
          label={t("profile.brand")}
          action={
            <Button variant="outline" size="sm" onClick={() => setChoosing("brand")}>
              {t(brandId ? "profile.changeBrand" : "profile.chooseBrand")}
            </Button>
          }
        >
          {brandId ? <BrandName id={brandId} /> : NONE}
        </ProfileRow>
        <IdentitiesRow />
      </ProfileRows>
      {choosing && <PlaceDialog choosing={choosing} onClose={() => setChoosing(undefined)} />}
    </Part>
  );
}

/** Which agency the person has asked for, or why it was refused, or else that a change has to be approved. */
function useAgencyNote(): string | undefined {
  const { t } = useTranslation("account");
  const { data: agencies = [] } = useQuery(agenciesQuery(useServices()));
  const asked = agencies.find(({ requested }) => requested);
  if (asked) return t("profile.waits", { name: asked.agencyName });
  const refused = agencies.find(({ refusal }) => refusal);
  if (refused) return t("profile.refused", { name: refused.agencyName, reason: refused.refusal });
  return agencies.some(({ needsApproval }) => needsApproval) ? t("profile.approval") : undefined;
}

/** The account has only the id of its brand. */
function BrandName({ id }: { id: string }) {
  const { t } = useTranslation("account");
  const { data: brand, error } = useQuery(chosenQuery(ownBrands(useServices()), id));
  if (error) return failureText(error);
  if (brand === undefined) return <Skeleton height="6" width="32" aria-busy />;
  return brand?.label ?? t("profile.brandGone");
}
