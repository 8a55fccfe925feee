import { Navigate } from "react-router";
import { PATHS } from "../paths";

/** Leads to the first page of the account. */
export default function AccountPage() {
  return <Navigate to={PATHS.profile} replace />;
}
