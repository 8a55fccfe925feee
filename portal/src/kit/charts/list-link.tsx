import { Box } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Link } from "react-router";

/** Leads to the list behind a figure; plain text for readers who may not see it. */
export function ListLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (!to) return <>{children}</>;
  return (
    <Box asChild color="accent.fg">
      <Link to={to}>{children}</Link>
    </Box>
  );
}
