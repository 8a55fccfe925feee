import { useResumed } from "../../../api/use-errand";
import { useOpened } from "../../../kit/use-opened";
import { VIEWS, type Open, type View } from "./account-actions";
import type { Adding } from "./adding";
import { openAgain } from "./errands";

/** What is open on the page of accounts; at first what a sign-in has interrupted. */
export function useOpenedAccount(adding: Adding | undefined) {
  const resumed = useResumed();
  return useOpened<Open, View>({
    name: "account",
    views: VIEWS,
    idOf: (open) => ("account" in open ? open.account.userId : undefined),
    fresh: {
      "": adding && { what: "add", adding },
      import: adding === "anywhere" ? { what: "import" } : undefined,
    },
    first: () => openAgain(resumed),
  });
}
