import { Button } from "@chakra-ui/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { AskingTabs } from "../../../kit/asking/asking-tabs";
import { GroupName } from "../../../kit/group-name";
import { useList } from "../../../kit/use-list";
import { ApplicantList } from "../components/applicant-list";
import { useStateFilter } from "../components/use-state-filter";
import { groupApplicantList } from "../queries";

/** The same people for a manager: those who want this group. */
export default function GroupApplicantsPage() {
  const { t } = useTranslation("applicants");
  const { groupId = "" } = useParams();
  const query = useMemo(() => groupApplicantList(groupId), [groupId]);
  const list = useList(query, [useStateFilter()]);
  const back = (
    <Button asChild variant="outline">
      <Link to={`/my-groups/${encodeURIComponent(groupId)}`}>{t("toMembers")}</Link>
    </Button>
  );
  return (
    <>
      <AskingTabs />
      <GroupName groupId={groupId} />
      <ApplicantList list={list} action={back} groupId={groupId} mayDecide />
    </>
  );
}
