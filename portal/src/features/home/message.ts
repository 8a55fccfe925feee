import { endingOf, isPutAway } from "./ends-soon";
import type { Home } from "./types";

/** What stands between greeting and applications: one at a time. */
export type Message = "welcome" | "group" | "ending" | "passkey";

/** The message of this home, which is known before its part has loaded. */
export function messageOf(home: Home, person: string | undefined): Message | undefined {
  const { isFirstLogin, clickStatus } = home.notice;
  if (home.welcome) return clickStatus === 0 ? "welcome" : undefined;
  if (isFirstLogin && clickStatus === 0) return "group";
  if (endingOf(home) && !isPutAway(person)) return "ending";
  return home.passkeyOffer && "PublicKeyCredential" in window ? "passkey" : undefined;
}

const LINE = { base: "142px", sm: "82px" };
/** About how high each is, so that the cards do not move when it appears. */
export const ROOM = {
  welcome: { base: "440px", md: "260px" },
  group: LINE,
  ending: LINE,
  passkey: LINE,
} satisfies Record<Message, object>;
