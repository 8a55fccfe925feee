import { Box } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SideDrawer } from "../../ui/side-drawer";
import { SearchInput } from "../search-input";
import type { OptionSource } from "../use-search";
import { AccessCheck, type AccessCheckProps } from "./access-check";

interface CheckPersonProps extends Omit<AccessCheckProps, "userId"> {
  /** The name of the product. */
  product: string;
  people: OptionSource;
  onClose: () => void;
}

/** The drawer that chooses a person to check for one product, with the answer below. */
export default function CheckPerson({ product, people, onClose, ...check }: CheckPersonProps) {
  const { t } = useTranslation("checking");
  const [userId, setUserId] = useState("");
  return (
    <SideDrawer title={t("person.title", { product })} onClose={onClose}>
      <SearchInput
        label={t("person")}
        help={t("person.help", { product })}
        source={people}
        value={userId}
        onChange={setUserId}
      />
      {userId && (
        <Box marginTop="3">
          <AccessCheck key={userId} userId={userId} {...check} />
        </Box>
      )}
    </SideDrawer>
  );
}
