import { Navigate, useNavigate, useParams } from "react-router";
import { usePageTitle } from "../../../access/nav";
import { UNAUTHORISED } from "../../../access/route-entry";
import { useUser } from "../../../access/user";
import { PageHeader } from "../../../ui/page-header";
import { AddAccount } from "../components/add-account";
import { useAdding } from "../components/adding";

/** A new account that joins the group of the address, for its managers too (D-03, T-27, C-043). */
export default function GroupAccountPage() {
  const { groupId = "" } = useParams();
  const title = usePageTitle();
  const navigate = useNavigate();
  const adding = useAdding();
  // Without the person, nobody knows yet.
  const isKnown = useUser() !== undefined;
  if (isKnown && !adding) return <Navigate to={UNAUTHORISED} replace />;
  return (
    <>
      <PageHeader title={title} />
      {adding && (
        <AddAccount
          adding={adding}
          groupId={groupId}
          onClose={() => void navigate(`/my-groups/${encodeURIComponent(groupId)}`)}
        />
      )}
    </>
  );
}
