import type { ReactNode } from "react";
import { usePageTitle } from "../../../access/nav";
import { PageTabs } from "../../../kit/page-tabs";
import { PageHeader } from "../../../ui/page-header";
import { PATHS } from "../paths";

/** A page of a person's own account, with the way to the others. */
export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title={usePageTitle()} />
      <AccountTabs />
      {children}
    </>
  );
}

export function AccountTabs() {
  return <PageTabs paths={Object.values(PATHS)} />;
}
