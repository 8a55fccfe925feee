import { Box } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Megaphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { useServices } from "../../api/services";
import { loadTexts } from "../../i18n/i18n";
import { NEWS } from "../../kit/news-slot";
import { PUSHED } from "../../kit/pushed";
import { IconButton } from "../../ui/icon-button";
import { lazyPart } from "../../ui/lazy/lazy-part";
import { historyQuery, START } from "./news";
import { NEWS_BUTTON } from "./news-button-id";

const HistoryDialog = lazyPart(async () => {
  const [dialog] = await Promise.all([import("./history-dialog"), loadTexts(["news", "form", "list"])]);
  return dialog;
});

/** S-12, G-87: opens the history of announcements, with a dot while there is one to read. */
export default function NewsButton() {
  const { t } = useTranslation("news");
  const { data } = useQuery(historyQuery(useServices(), START.pageNum, ""));
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const unread = data?.unread ?? 0;
  const searchWith = (open: boolean) => {
    const next = new URLSearchParams(params);
    next.delete(NEWS);
    if (open) next.set(NEWS, "");
    return { search: next.toString() };
  };
  const close = () => {
    if (typeof state === "object" && state !== null && "opened" in state) void navigate(-1);
    else void navigate(searchWith(false), { replace: true });
  };
  return (
    <>
      <IconButton
        id={NEWS_BUTTON}
        label={unread > 0 ? t("button.unread", { count: unread }) : t("button")}
        position="relative"
        onClick={() => void navigate(searchWith(true), { state: PUSHED })}
      >
        <Megaphone size={18} aria-hidden />
        {unread > 0 && (
          <Box
            aria-hidden
            position="absolute"
            top="1.5"
            insetInlineEnd="1.5"
            boxSize="2"
            borderRadius="50%"
            background="accent"
          />
        )}
      </IconButton>
      {params.has(NEWS) && <HistoryDialog onClose={close} />}
    </>
  );
}
