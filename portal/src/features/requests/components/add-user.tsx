import { Button } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useServices } from "../../../api/services";
import { useGroupName } from "../../../kit/group-name";
import { Question } from "../../../kit/question";
import { SideDrawer } from "../../../ui/side-drawer";
import { addUser } from "../member-queries";
import { DECIDED } from "../queries";
import { FindPeople, type Result, type Search } from "./find-people";
import { InvitePeople } from "./invite-people";
import { Muted } from "./muted";

const NOTHING: Search = { typed: "", context: "", chosen: undefined, isNew: false, fault: "" };

/** The stages of D-03 (T-27): the search with its results, the question, the invitation. */
type Stage = "search" | "question" | "invite";

/** D-03: searches for a person and adds them, or invites by email (T-28). */
export function AddUser({ groupId, onClose }: { groupId: string; onClose: () => void }) {
  const { t } = useTranslation(["requests", "ui"]);
  const services = useServices();
  const filters = new URLSearchParams(useLocation().search);
  filters.delete("new");
  const [stage, setStage] = useState<Stage>("search");
  const [search, setSearch] = useState<Search>(NOTHING);
  const group = useGroupName(groupId) ?? t("requests:group.this");
  const [result, setResult] = useState<Result>({ context: "", nobody: false, only: undefined });
  const isAnswer = result.context === search.context;
  const [nobody, only] = isAnswer ? [result.nobody, result.only] : [false, undefined];
  const chosen = search.chosen ?? only;
  const name = chosen ? chosen.fullName || chosen.username : "";
  // One click less: the question names the only person found, and leads back to the search.
  if (chosen && (stage === "question" || search.isNew))
    return (
      <Question
        title={t("requests:addUser.question", { name, group })}
        action={t("requests:addUser")}
        call={() => addUser(services, groupId, chosen.username)}
        done={t("requests:addUser.done", { name })}
        refresh={DECIDED}
        onDone={onClose}
        onClose={() => {
          setStage("search");
          setSearch({ ...search, isNew: false });
        }}
      >
        {t("requests:addUser.consequence", { name })}
        <Muted>
          {[name !== chosen.username && chosen.username, chosen.agencyName].filter(Boolean).join(" · ")}
        </Muted>
      </Question>
    );
  if (stage === "invite") return <InvitePeople groupId={groupId} sought={search.context} onClose={onClose} />;
  return (
    <SideDrawer
      title={t("requests:addUser")}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("ui:cancel")}
          </Button>
          {nobody && (
            <Button asChild variant="outline">
              <Link
                to={{
                  pathname: `/my-groups/${encodeURIComponent(groupId)}/add-account`,
                  search: filters.toString(),
                }}
                replace
              >
                {t("requests:addUser.account")}
              </Link>
            </Button>
          )}
          {nobody ? (
            <Button onClick={() => setStage("invite")}>{t("requests:invite")}</Button>
          ) : (
            <Button
              onClick={() => {
                if (chosen) setStage("question");
                else setSearch({ ...search, fault: "choice" });
              }}
            >
              {t("requests:addUser")}
            </Button>
          )}
        </>
      }
    >
      <FindPeople groupId={groupId} search={search} onSearch={setSearch} onResult={setResult} />
    </SideDrawer>
  );
}
