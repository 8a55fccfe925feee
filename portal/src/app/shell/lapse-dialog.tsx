import { Button } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { pathOf } from "../../address/base";
import { displayName } from "../../access/user";
import { createApi, dataOf } from "../../api/client";
import { useServices } from "../../api/services";
import type { Lapse, Session } from "../../api/session/session";
import { DialogFrame } from "../../ui/dialog-frame";
import { showToast } from "../../ui/toast/toast-store";
import { holdsWork } from "../holds-work";

/**
 * Says, on a page that stays open, that the session of this tab has ended or belongs to another person: nobody's typed
 * work is lost, and nothing is sent in another name. It goes when the same person has signed in from another tab.
 */
export default function LapseDialog() {
  const { t } = useTranslation("lapse");
  const { session } = useServices();
  const lapse = useSyncExternalStore(session.onLapse, session.lapse);
  const [shown, setShown] = useState<{ work: boolean } | undefined>(() => lapse && { work: holdsWork() });
  useEffect(
    () =>
      session.onLapse(() => {
        // Each further press shows it again, even if the reader has closed it.
        if (session.lapse()) setShown((before) => before ?? { work: holdsWork() });
        else {
          setShown(undefined);
          showToast({ tone: "done", text: t("back") });
        }
      }),
    [session, t],
  );
  if (!lapse || !shown) return null;
  return <Lapsed lapse={lapse} work={shown.work} onClose={() => setShown(undefined)} />;
}

interface LapsedProps {
  lapse: Lapse;
  work: boolean;
  onClose: () => void;
}

function Lapsed({ lapse, work, onClose }: LapsedProps) {
  const { t } = useTranslation(["lapse", "ui"]);
  const services = useServices();
  const other = lapse === "other";
  const { data } = useQuery({
    queryKey: ["user", "now"],
    queryFn: () => userOfNow(services.session),
    enabled: other,
    retry: false,
    gcTime: 0,
    meta: { ownMessage: true },
  });
  const again = () => {
    services.session
      .begin(pathOf(location))
      .catch(() => showToast({ tone: "warning", text: t("ui:network") }));
  };
  return (
    <DialogFrame
      role="alertdialog"
      title={
        other ? t("lapse:other", { name: data ? displayName(data) : t("lapse:somebody") }) : t("lapse:over")
      }
      veil={!work}
      onClose={work ? onClose : again}
      footer={
        <>
          {other && (
            <Button variant="outline" onClick={() => location.reload()}>
              {t("lapse:reload")}
            </Button>
          )}
          {work ? (
            <Button asChild data-autofocus>
              <Link to="/" target="_blank" rel="noopener">
                {t("lapse:newTab")}
              </Link>
            </Button>
          ) : (
            <Button data-autofocus onClick={again}>
              {t("lapse:again")}
            </Button>
          )}
        </>
      }
    >
      {other ? t("lapse:otherText") : work ? t("lapse:work") : t("lapse:nothing")}
    </DialogFrame>
  );
}

/** The person who is signed in in this browser now. Nothing else is asked in that name. */
function userOfNow(session: Session) {
  const api = createApi((request) => session.fetchAsNow(request));
  return dataOf(api.POST("/api/security/user/info", { body: { appName: "SSO" } }));
}
