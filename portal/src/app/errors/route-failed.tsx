import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { useRevalidator, useRouteError } from "react-router";
import { Shell } from "../shell/shell";
import { FailedView } from "./failed-view";

/** If the shell failed too: a new shell with the failure in it. */
export function RouteFailed() {
  return (
    <Shell>
      <PageFailed />
    </Shell>
  );
}

/** Replaces only the page that failed; the shell stays. */
export function PageFailed() {
  const error = useRouteError();
  const { reset } = useQueryErrorResetBoundary();
  const { revalidate } = useRevalidator();
  return (
    <FailedView
      error={error}
      onRetry={() => {
        reset();
        void revalidate();
      }}
    />
  );
}
