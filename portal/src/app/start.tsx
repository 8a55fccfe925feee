import { createRoot, type Root } from "react-dom/client";
import { matchPath, RouterProvider } from "react-router";
import { pathOf, routeOf } from "../address/base";
import { createApi } from "../api/client";
import { ApiFailure, needsStepUp } from "../api/failure";
import { failureText } from "../api/failure-text";
import { createQueryClient } from "../api/query-client";
import { refusesToken } from "../api/session/challenge";
import { ServicesProvider, type Services } from "../api/services";
import { SessionOver } from "../api/session/protocol";
import type { Session } from "../api/session/session";
import { place } from "../api/step-up";
import type { RouteEntry, RouteTable } from "../access/route-entry";
import { forgetHome } from "../access/kept-home";
import { forgetRefusedPage } from "../access/refused-page";
import { signedOutPage } from "../access/sign-out";
import { startTexts } from "../i18n/i18n";
import { ThemeProvider } from "../theme/theme-provider";
import { loadChunk } from "../ui/lazy/load-chunk";
import { showToast } from "../ui/toast/toast-store";
import { FailedView } from "./errors/failed-view";
import type { Arrival } from "./arrive";
import { holdsWork, leaveAtOnce } from "./holds-work";
import { createRouter } from "./router";

/**
 * Builds the portal from the arrival and a table of pages, and shows it, or the failure. Gives the React root. Throws
 * if the texts do not load.
 */
export async function start(
  element: HTMLElement,
  arrival: Promise<Arrival>,
  table: RouteTable,
): Promise<Root> {
  const root = createRoot(element);
  const texts = loadChunk(startTexts);
  try {
    const [arrived] = await Promise.all([arrival, texts]);
    // Pages that load later are inserted before the first ones, because the last of these matches every address.
    const known = [...table.first];
    const more = async () => {
      const pages = await table.more();
      known.unshift(...pages.filter((page) => !known.includes(page)));
      return pages;
    };
    const services = assemble(arrived, known);
    const router = createRouter(services, { first: table.first, more }, arrived.finishing);
    const { pageViews } = services.config;
    if (pageViews?.count || pageViews?.url)
      void import("./page-views").then((it) => it.reportPageViews(services, pageViews, router));
    root.render(
      <ThemeProvider>
        <ServicesProvider services={services}>
          <RouterProvider router={router} />
        </ServicesProvider>
      </ThemeProvider>,
    );
  } catch (error) {
    await texts;
    root.render(
      <ThemeProvider>
        <main>
          <FailedView error={error} onRetry={() => location.reload()} />
        </main>
      </ThemeProvider>,
    );
  }
  return root;
}

function assemble({ config, session }: Arrival, table: RouteEntry[]): Services {
  const open = () => isOpenPage(routeOf(location.pathname), table);
  const queries = createQueryClient((error, { silent, pressed }) => {
    const tell = (what: unknown) => showToast({ tone: "warning", text: failureText(what) });
    if (error instanceof ApiFailure && error.kind === "needLogin") {
      signInAgain(session, open(), pressed).catch((why: unknown) => why instanceof SessionOver || tell(why));
    } else if (!silent && !needsStepUp(error)) tell(error);
  });
  session.onEnd(() => {
    queries.clear();
    forgetRefusedPage();
    forgetHome();
    leaveAtOnce(signedOutPage());
  });
  session.onLapse(() => {
    if (session.lapse() === undefined) void queries.invalidateQueries();
  });
  place.holdsWork = holdsWork;
  addEventListener("keydown", pressOnce, { capture: true });
  // "Back" shows the page as it was left. After a sign-out it starts again.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && !session.signedIn) location.reload();
  });
  return {
    config,
    session,
    queries,
    api: createApi((request) => send(session, request, open)),
  };
}

/** A key that is held down presses once, because another button may have taken the place of the pressed one. */
function pressOnce(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.repeat && !(event.target instanceof HTMLTextAreaElement))
    event.preventDefault();
}

/** Whether people without a session may see the page. */
function isOpenPage(path: string, table: RouteEntry[]): boolean {
  return table.find((entry) => matchPath(entry.path, path))?.need === "public";
}

/** Sends every call of the product API. */
async function send(session: Session, request: Request, open: () => boolean): Promise<Response> {
  try {
    const response = await session.fetch(request);
    if (refusesToken(response)) await signInAgain(session, open());
    return response;
  } catch (error) {
    if (error instanceof SessionOver) await signInAgain(session, open());
    throw error;
  }
}

/** T-11, F-10: the end of the session leads to one sign-in and back. A public page and unsaved work stay unchanged. */
async function signInAgain(session: Session, open: boolean, pressed = false): Promise<void> {
  if (!open) {
    await session.signInAgain(pathOf(location), pressed);
  }
}
