import { Flex, Heading, Skeleton, VisuallyHidden } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../../access/nav";
import { displayName, useUser } from "../../../access/user";
import { PlaceDisclosure } from "./place-disclosure";

/** The person's name, agency and client (S-04). */
export function Greeting() {
  const { t } = useTranslation("home");
  const title = usePageTitle();
  const user = useUser();
  return (
    <Flex align="center" gap="2" wrap="wrap" minHeight="10">
      {user ? (
        <>
          <Heading as="h1" size="xl">
            {t("welcome", { name: displayName(user) })}
          </Heading>
          <PlaceDisclosure agency={user.agencyName} client={user.clientName} />
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
