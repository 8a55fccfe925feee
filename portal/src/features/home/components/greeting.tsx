import { Flex, Heading, Skeleton, VisuallyHidden } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../../access/nav";
import { displayName, useUser } from "../../../access/user";
import type { Choosing } from "../../../kit/place/choose-place";
import { PlaceDialog } from "../../../kit/place/place-dialog";
import { PlaceDisclosure } from "./place-disclosure";

/**
 * The person's name, agency and client (S-04). People without an agency are asked to choose one,
 * once per visit (G-32).
 */
export function Greeting() {
  const { t } = useTranslation("home");
  const title = usePageTitle();
  const user = useUser();
  const [chosen, setChosen] = useState<Choosing | "nothing">();
  const choosing = chosen ?? (user?.agencyId === "" ? "first-agency" : "nothing");
  return (
    <Flex align="center" gap="2" wrap="wrap" minHeight="10">
      {user ? (
        <>
          <Heading as="h1" size="xl">
            {t("welcome", { name: displayName(user) })}
          </Heading>
          <PlaceDisclosure agency={user.agencyName} client={user.clientName} onChoose={setChosen} />
          {choosing !== "nothing" && <PlaceDialog choosing={choosing} onClose={() => setChosen("nothing")} />}
        </>
      ) : (
        <>
          <VisuallyHidden asChild>
            <h1>{title}</h1>
          </VisuallyHidden>
          <Skeleton height="8" width="72" maxWidth="full" />
        </>
      )}
    </Flex>
  );
}
