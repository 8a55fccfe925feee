import { Button } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Opened } from "./use-opened";

interface OpenLinkProps<Open> {
  opened: Pick<Opened<Open>, "linkTo">;
  /** What it opens. */
  open: Open;
  /** Its name, if its text does not say enough. */
  label?: string;
  children: ReactNode;
}

/** A name in a list, which opens what it names: here, or in another tab as every link. */
export function OpenLink<Open>({ opened, open, label, children }: OpenLinkProps<Open>) {
  return (
    // Part of its line, so that an ellipsis can cut it.
    <Button asChild variant="plain" display="inline" whiteSpace="inherit" overflowWrap="anywhere">
      <Link {...opened.linkTo(open)} {...(label && { "aria-label": label })}>
        {children}
      </Link>
    </Button>
  );
}
