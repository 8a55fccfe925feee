import { GroupHint } from "./group-hint";
import { PasskeyOffer } from "./passkey-offer";

/** What home asks of a person once their applications are there. */
export default function Hints() {
  return (
    <>
      <GroupHint />
      <PasskeyOffer />
    </>
  );
}
