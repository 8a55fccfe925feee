import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useUser } from "../../access/user";
import { ApiFailure } from "../../api/failure";
import { useServices } from "../../api/services";
import { firstLoginQuery } from "./first-login";

const PAGE = "/account-user/password";

/**
 * Leads somebody who must choose a password first to the page for it. The server refuses all else, in the words of any
 * refusal, so the first refusal asks whether this is why (F-13, F-54).
 */
export default function FirstPassword() {
  const services = useServices();
  const navigate = useNavigate();
  const isThere = useLocation().pathname === PAGE;
  const username = useUser()?.username ?? "";
  const isAsked = useRefused() && username !== "" && !isThere;
  const { data } = useQuery({ ...firstLoginQuery(services, username), enabled: isAsked });
  const isFirst = data?.firstLogin === true && !isThere;
  useEffect(() => {
    if (isFirst) void navigate(`${PAGE}?first`, { replace: true });
  }, [isFirst, navigate]);
  return null;
}

/** Whether the server has refused an answer. */
function useRefused(): boolean {
  const cache = useServices().queries.getQueryCache();
  const [refused, setRefused] = useState(() => cache.getAll().some(({ state }) => isDenied(state.error)));
  useEffect(
    () =>
      cache.subscribe(({ query }) => {
        if (isDenied(query.state.error)) setRefused(true);
      }),
    [cache],
  );
  return refused;
}

function isDenied(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind === "denied";
}
