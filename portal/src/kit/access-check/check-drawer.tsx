import { useTranslation } from "react-i18next";
import { SideDrawer } from "../../ui/side-drawer";
import { AccessCheck, type AccessCheckProps } from "./access-check";

interface CheckDrawerProps extends AccessCheckProps {
  name: string;
  product: string;
  onClose: () => void;
}

/** The answer for a person and an application that are chosen already. */
export default function CheckDrawer({ name, product, onClose, ...check }: CheckDrawerProps) {
  const { t } = useTranslation("checking");
  return (
    <SideDrawer title={t("title", { name, product })} reading onClose={onClose}>
      <AccessCheck {...check} />
    </SideDrawer>
  );
}
