import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../access/can";
import { dataOf } from "../../../api/client";
import { useServices } from "../../../api/services";
import { useFormats } from "../../../i18n/use-formats";
import { Fact, FactGroup } from "../../../ui/facts";

/** What the person may use of the assistant this month and where that comes from, for readers who may see quotas (G-78). */
export function AssistantQuota({ userId }: { userId: string }) {
  const { t } = useTranslation("accounts");
  const { number } = useFormats();
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: ["assistant-quotas", "of", userId],
    staleTime: 0,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/security/admin/assistant/quota/of", { params: { query: { userId } }, signal })),
    enabled: useCan()("operation_access.SystemManagement.AssistantGateway.view"),
    meta: { ownMessage: true },
  });
  if (!data) return null;
  const { words, used, source, groupName } = data;
  const most = words < 0 ? t("assistant.unlimited") : t("assistant.words", { number: number(words) });
  const from = source === "group" && !groupName ? "hidden" : source;
  return (
    <FactGroup heading={t("group.assistant")}>
      <Fact name={t("assistant.month")}>{t(`assistant.from.${from}`, { words: most, name: groupName })}</Fact>
      {typeof used === "number" && (
        <Fact name={t("assistant.used")}>{t("assistant.words", { number: number(used) })}</Fact>
      )}
    </FactGroup>
  );
}
