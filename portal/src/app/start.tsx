import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import { createApi } from "../api/client";
import { loadConfig } from "../api/config";
import { ApiFailure } from "../api/failure";
import { failureText } from "../api/failure-text";
import { createQueryClient } from "../api/query-client";
import { ServicesProvider, type Services } from "../api/services";
import { Protocol, SessionOver } from "../api/session/protocol";
import { Session } from "../api/session/session";
import { openStore } from "../api/session/store";
import type { RouteEntry } from "../access/route-entry";
import { signedOutPage } from "../access/sign-out";
import { startTexts } from "../i18n/i18n";
import { ThemeProvider } from "../theme/theme-provider";
import { loadChunk } from "../ui/lazy/load-chunk";
import { showToast } from "../ui/toast/toast-store";
import { FailedView } from "./errors/failed-view";
import { createRouter } from "./router";
import { isOpenPage, routeTable } from "./routes";

/** Puts the portal together from a table of pages and shows it; when even that fails, says so. */
export async function start(element: HTMLElement, table = routeTable): Promise<void> {
  const root = createRoot(element);
  const texts = loadChunk(startTexts);
  try {
    const [services] = await Promise.all([assemble(table), texts]);
    const router = createRouter(services, table);
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
}

async function assemble(table: RouteEntry[]): Promise<Services> {
  const open = () => isOpenPage(location.pathname, table);
  const [config, store] = await Promise.all([loadConfig(), openStore()]);
  const session = new Session(new Protocol(config, store), store, {
    to: (url) => location.assign(url),
    reload: () => location.reload(),
  });
  const queries = createQueryClient((error, silent) => {
    const tell = (what: unknown) => showToast({ tone: "warning", text: failureText(what) });
    if (error instanceof ApiFailure && error.kind === "needLogin") signInAgain(session, open()).catch(tell);
    else if (!silent) tell(error);
  });
  session.onEnd(() => {
    queries.clear();
    location.replace(signedOutPage());
  });
  return {
    config,
    session,
    queries,
    api: createApi(config.apiHost, (request) => send(session, request, open)),
  };
}

/** Every call of the product API goes out here. */
async function send(session: Session, request: Request, open: () => boolean): Promise<Response> {
  try {
    const response = await session.fetch(request);
    if (response.status === 401) await signInAgain(session, open());
    return response;
  } catch (error) {
    if (error instanceof SessionOver) await signInAgain(session, open());
    throw error;
  }
}

/** T-11, F-10: a session that is over leads to one sign-in and back here; an open page stays as it is. */
async function signInAgain(session: Session, open: boolean): Promise<void> {
  if (!open) {
    await session.begin(location.pathname + location.search + location.hash);
  }
}
