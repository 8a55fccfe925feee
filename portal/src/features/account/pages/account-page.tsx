import { Navigate } from "react-router";

/** Leads to the first page of the account. */
export default function AccountPage() {
  return <Navigate to="/account/security" replace />;
}
