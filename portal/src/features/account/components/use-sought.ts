import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Leads to the part that the address names, once it is `ready` and the parts above it have their height. */
export function useSought(id: string, ready: boolean): void {
  const { hash } = useLocation();
  const sought = useRef(hash === `#${id}`);
  const settled = useIsFetching() === 0 && ready;
  useEffect(() => {
    if (!settled || !sought.current) return;
    sought.current = false;
    const part = document.getElementById(id);
    // The focus brings it into view, unless it has it already.
    part?.blur();
    part?.focus();
  }, [id, settled]);
}
