import type { ReactNode } from "react";
import type { RowAction } from "../ui/table/row-menu";
import { OpenLink } from "./open-link";
import type { Opened } from "./use-opened";

interface NameLinkProps<Open, View extends string> {
  opened: Pick<Opened<Open, View>, "linkTo">;
  /** What can be open about the row by its address; the first that the reader may open is behind the name. */
  views: readonly View[];
  /** The menu of the row. */
  actions: Pick<RowAction, "key">[];
  openOf: (view: View) => Open;
  children: ReactNode;
}

/** The name of a row, as a link to what the reader may open about it; plain text if that is nothing. */
export function NameLink<Open, View extends string>(props: NameLinkProps<Open, View>) {
  const { opened, views, actions, openOf, children } = props;
  const view = views.find((one) => actions.some(({ key }) => key === one));
  if (view === undefined) return <>{children}</>;
  return (
    <OpenLink opened={opened} open={openOf(view)}>
      {children}
    </OpenLink>
  );
}
