import { Flex, Heading, Skeleton, VisuallyHidden } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../../access/nav";
import { displayName, useUser } from "../../../access/user";
import { PlaceDialog } from "../../../kit/place/place-dialog";
import type { useChoosingPlace } from "../use-choosing-place";
import { PlaceDisclosure } from "./place-disclosure";

/** The person's name, agency and client (S-04), and what they change about these. */
export function Greeting({ place }: { place: ReturnType<typeof useChoosingPlace> }) {
  const { t } = useTranslation("home");
  const title = usePageTitle();
  const user = useUser();
  const { choosing, choose, close } = place;
  return (
    // On a phone agency and client stand below the name, so the skeleton leaves a second line.
    <Flex align="center" gap="2" wrap="wrap" minHeight={{ base: "71px", sm: "10" }} minWidth="0">
      {user ? (
        <>
          <Heading as="h1" size="xl">
            {t("welcome", { name: displayName(user) })}
          </Heading>
          <PlaceDisclosure agency={user.agencyName} client={user.clientName} onChoose={choose} />
          {choosing && <PlaceDialog choosing={choosing} onClose={close} />}
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
