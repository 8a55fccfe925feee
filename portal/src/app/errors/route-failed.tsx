import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { useRevalidator, useRouteError } from "react-router";
import { Shell } from "../shell/shell";
import { FailedView } from "./failed-view";

/** The error boundary of all routes. */
export function RouteFailed() {
  const error = useRouteError();
  const { reset } = useQueryErrorResetBoundary();
  const { revalidate } = useRevalidator();
  return (
    <Shell>
      <FailedView
        error={error}
        onRetry={() => {
          reset();
          void revalidate();
        }}
      />
    </Shell>
  );
}
