import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";
import { leaveWelcome } from "../choices";
import { messageOf } from "../message";
import type { Home } from "../types";
import { EndingAccess } from "./ending-access";
import { GroupHint } from "./group-hint";
import { PasskeyOffer } from "./passkey-offer";
import { Welcome } from "./welcome";

const ALL_DONE = { group: true, pinned: true, passkey: true };

/**
 * The one message of home: of a newcomer the first steps, which have the hint and the offer in them. What comes second waits
 * for another visit.
 */
export default function Hints(props: { home: Home | undefined }) {
  // Also without a message, so that the page keeps no place for one any more.
  return (
    <div>
      <Hinted {...props} />
    </div>
  );
}

function Hinted({ home }: { home: Home | undefined }) {
  const [begun] = useState(Boolean(home?.welcome));
  const [left, setLeft] = useState(false);
  const { t } = useTranslation("homeMore");
  const services = useServices();
  const [message] = useState(() => home && messageOf(home, services.session.subject));
  const leaving = useAct(() => leaveWelcome(services), { done: t("welcome.left"), refresh: ["products"] });
  const leave = async () => {
    setLeft(true);
    setLeft(await leaving.run());
  };
  // Who has just put the steps away is not asked for the first one in another way.
  if (left) return null;
  // The last step stays in sight as done, until the person closes it or leaves home.
  const steps = home?.welcome ?? (begun && ALL_DONE);
  if (home && steps) return <Welcome home={home} steps={steps} onLeave={() => void leave()} />;
  if (home && message === "ending") return <EndingAccess home={home} />;
  return message === "passkey" ? <PasskeyOffer /> : <GroupHint />;
}
