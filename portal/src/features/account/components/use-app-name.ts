import { useTranslation } from "react-i18next";

/** The name of an application. One that no longer exists has only its id. */
export function useAppName() {
  const { t } = useTranslation("account");
  return ({ name, client_id }: { client_id: string; name?: string | null }): string =>
    name ?? t("applications.gone", { id: client_id });
}
