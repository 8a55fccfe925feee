import { useCan } from "../../../access/can";
import { useList } from "../../../kit/use-list";
import { ApplicantList } from "../components/applicant-list";
import { useStateFilter } from "../components/use-state-filter";
import { applicantList } from "../queries";

/** The people who applied for an account and confirmed their address, oldest first. */
export default function ApplicantsPage() {
  const can = useCan();
  const list = useList(applicantList, [useStateFilter()]);
  const mayDecide = can("account_maintain.AccountManagement.ApplicationForAccount.examine");
  return <ApplicantList list={list} mayDecide={mayDecide} />;
}
