import { Navigate, useLocation, useNavigate, useParams } from "react-router";
import { UNAUTHORISED } from "../../../access/route-entry";
import { useUser } from "../../../access/user";
import { AddAccount } from "../components/add-account";
import { useAdding } from "../components/adding";

/** A new account that joins the group of the address, over its members, for its managers too (D-03, T-27, C-043). */
export default function GroupAccountPage() {
  const { groupId = "" } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const adding = useAdding();
  // Without the person, nobody knows yet.
  const isKnown = useUser() !== undefined;
  if (isKnown && !adding) return <Navigate to={UNAUTHORISED} replace />;
  const pathname = `/my-groups/${encodeURIComponent(groupId)}`;
  return (
    adding && (
      <AddAccount adding={adding} groupId={groupId} onClose={() => void navigate({ pathname, search })} />
    )
  );
}
