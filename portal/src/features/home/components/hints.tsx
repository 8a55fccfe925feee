import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { useAct } from "../../../kit/use-act";
import { leaveWelcome } from "../choices";
import type { Home } from "../types";
import { GroupHint } from "./group-hint";
import { PasskeyOffer } from "./passkey-offer";
import { Welcome } from "./welcome";

const ALL_DONE = { group: true, pinned: true, passkey: true };

/**
 * What home asks of a person once their applications are there: of a newcomer the first steps, which have the hint and the
 * offer in them.
 */
export default function Hints({ home }: { home: Home | undefined }) {
  const [begun] = useState(Boolean(home?.welcome));
  const [left, setLeft] = useState(false);
  const { t } = useTranslation("homeMore");
  const services = useServices();
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
  return (
    <>
      <GroupHint />
      <PasskeyOffer />
    </>
  );
}
