import { useTranslation } from "react-i18next";
import { deviceOf } from "../../../kit/browser-name";

/** Words a `User-Agent`: "Chrome on Windows". */
export function useDevice() {
  const { t } = useTranslation("account");
  return (userAgent: string | null | undefined): string => {
    const device = deviceOf(userAgent);
    if (!device) return t("browsers.unknown");
    const { browser, system } = device;
    return system ? t("browsers.device", { browser, system }) : browser;
  };
}
