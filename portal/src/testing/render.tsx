import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, vi } from "vitest";
import { createApi } from "../api/client";
import { createQueryClient } from "../api/query-client";
import { ServicesProvider, type Services } from "../api/services";
import type { Session } from "../api/session/session";
import type { RouteEntry } from "../access/route-entry";
import { pagesOnDemand, routesOf } from "../app/router";
import { routeTable } from "../app/routes";
import { ThemeProvider } from "../theme/theme-provider";
import { aConfig } from "./factories";

/** A fake session of a signed-in person, which does not sign requests. */
export function aSession(given: Partial<Record<keyof Session, unknown>> = {}): Session {
  return {
    signedIn: true,
    restore: vi.fn(() => Promise.resolve(true)),
    begin: vi.fn(() => new Promise<never>(() => undefined)),
    finish: vi.fn(() => Promise.resolve("/")),
    fetch: (request: Request) => fetch(request),
    end: vi.fn((atServer: () => Promise<unknown>) => atServer().catch(() => undefined)),
    onEnd: () => () => undefined,
    lapse: () => undefined,
    onLapse: () => () => undefined,
    ...given,
  } as unknown as Session;
}

export function someServices(given: Partial<Services> = {}): Services {
  const session = given.session ?? aSession();
  const queries = createQueryClient(() => undefined);
  queries.setDefaultOptions({ queries: { retry: false } });
  return {
    config: aConfig(),
    session,
    api: createApi((request) => session.fetch(request)),
    queries,
    ...given,
  };
}

/**
 * Renders the portal at an address, with the real router, guards and shell, and the pages in `table`. Pages with an
 * entry in the menu load on demand, as in production.
 */
export function renderPortal(address: string, table: RouteEntry[], given: Partial<Services> = {}) {
  const services = someServices(given);
  const first = table.filter(({ nav }) => nav === undefined);
  if (!first.some(({ path }) => path === "*"))
    first.push(...routeTable.first.filter(({ path }) => path === "*"));
  const more = table.filter(({ nav }) => nav !== undefined);
  const router = createMemoryRouter(routesOf(services, first), {
    initialEntries: [address],
    patchRoutesOnNavigation: pagesOnDemand(services, () => Promise.resolve(more)),
  });
  const view = render(
    <ThemeProvider>
      <ServicesProvider services={services}>
        <RouterProvider router={router} />
      </ServicesProvider>
    </ThemeProvider>,
  );
  return { ...view, services, router, user: userEvent.setup() };
}

/** Renders one component with the providers, without the shell. */
export function renderPart(part: ReactNode, address = "/", given: Partial<Services> = {}) {
  const services = someServices(given);
  const router = createMemoryRouter([{ path: "*", element: part }], { initialEntries: [address] });
  const view = render(
    <ThemeProvider>
      <ServicesProvider services={services}>
        <RouterProvider router={router} />
      </ServicesProvider>
    </ThemeProvider>,
  );
  return { ...view, services, router, user: userEvent.setup() };
}

/**
 * Gives the items of the menu that is opening, once it has the focus. A key that is pressed earlier does not reach the
 * menu.
 */
export async function itemsOfOpenMenu() {
  const menu = await screen.findByRole("menu");
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  return within(menu).getAllByRole("menuitem");
}

/** Checks the markup against WCAG 2.2 AA. Colours are checked in tokens.test.ts and in the browser. */
export async function expectAccessible(root: Element = document.body): Promise<void> {
  const { violations } = await axe.run(root, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    rules: { "color-contrast": { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`)).toEqual([]);
}
