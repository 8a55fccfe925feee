import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { useRevalidator, useRouteError } from "react-router";
import { Shell } from "../shell/shell";
import { FailedView } from "./failed-view";

/** Where everything around the page is gone too: the shell with the failure in it. */
export function RouteFailed() {
  return (
    <Shell>
      <PageFailed />
    </Shell>
  );
}

/** In the place of a page that failed; what stands around it stays. */
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
