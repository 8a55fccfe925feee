import { refusesToken } from "./challenge";
import { departure } from "./departure";
import { ownPath } from "./own-path";
import { SignInLoop, UnknownCallback } from "./failures";
import type { Place } from "./place";
import { PRESS } from "../press";
import { place, type Errand } from "../step-up";
import { forgetAttempts, goesInCircles, keepPending, takePending } from "./pending";
import {
  callbackError,
  newNonce,
  newState,
  newVerifier,
  SessionOver,
  UNATTENDED,
  type Protocol,
  type Send,
  type Tokens,
} from "./protocol";
import { noteSessionEnd } from "./session-end";
import type { Store } from "./store";
import { Tabs } from "./tabs";

const TOKENS = "tokens";
/** Where earlier versions kept the key. */
const OLD_KEY = "dpop-key";
/** A token that expires within this time is renewed before use. */
const MARGIN_MS = 30_000;

/**
 * Why a tab that shows a person's page, with work that must not be lost, can no longer call the server: the session is
 * over, or another person signed in from another tab.
 */
export type Lapse = "over" | "other";

/**
 * The session of this browser; all tabs share it. The tokens are in the store, so every tab sees the newest ones. A Web
 * Lock lets one tab renew them at a time. A call renews the access token when it needs one; a call that nobody caused
 * says so, so that an idle page does not keep its session alive. Every promise settles, even if the tab cannot leave.
 */
export class Session {
  private readonly tabs = new Tabs();
  /** The id of the signed-in person's account (`sub`); undefined without a session. */
  subject: string | undefined;
  private leaving: Promise<never> | undefined;
  private ended = false;
  private lapsed: Lapse | undefined;
  /** The access token that the product API refused even though it was new. */
  private refused: string | undefined;
  private readonly endListeners = new Set<() => void>();
  private readonly lapseListeners = new Set<() => void>();

  constructor(
    private readonly protocol: Protocol,
    private readonly store: Store,
    private readonly place: Place,
    /** The language for `ui_locales` of the sign-in. */
    private readonly language: () => string,
  ) {
    this.tabs.listen({
      ended: () => void this.over(),
      changed: (subject) => this.heardOf(subject),
    });
  }

  /** Whether this tab knows a session. The server may have ended it already. */
  get signedIn(): boolean {
    return this.subject !== undefined;
  }

  readonly lapse = (): Lapse | undefined => this.lapsed;

  /** Calls back when `lapse` changes, and when somebody presses a button in vain while it is set. */
  readonly onLapse = (listener: () => void): (() => void) => {
    this.lapseListeners.add(listener);
    return () => this.lapseListeners.delete(listener);
  };

  /** Whether this browser has stored a session that the server has not refused. Its access token may have expired. */
  async isKept(): Promise<boolean> {
    const kept = await this.kept();
    return kept !== undefined && kept.accessToken !== this.refused;
  }

  /** Uses the stored session, without a redirect; false if there is none. */
  async restore(): Promise<boolean> {
    try {
      const live = await this.tokens();
      this.subject = live.subject;
      return true;
    } catch (error) {
      if (error instanceof SessionOver) return false;
      throw error;
    }
  }

  /**
   * Redirects to the sign-in, once for any number of calls; for an errand, to prove what it wants. Rejects if the tab is
   * still there after a while.
   */
  begin(returnTo: string, errand?: Errand): Promise<never> {
    return (this.leaving ??= this.redirect(returnTo, errand).finally(() => (this.leaving = undefined)));
  }

  /**
   * For a call that found no session: leads to the sign-in, as `begin` does. A tab that has unsaved work, or that
   * nobody uses, does not change and has lapsed. `pressed` if somebody waits for the call. Always rejects.
   */
  async signInAgain(returnTo: string, pressed = false): Promise<never> {
    const stays = this.lapsed !== undefined || !this.place.isAttended() || this.place.holdsWork();
    if (this.ended || !stays) return this.begin(returnTo);
    // A sign-in in another tab stores its tokens under the same lock, so that its message comes after this.
    await alone(async () => {
      const lapse = this.lapsed ?? ((await this.isKept()) ? undefined : "over");
      if (lapse !== this.lapsed || pressed) this.setLapse(lapse);
    });
    throw new SessionOver("the tab stays");
  }

  /** Finishes a sign-in at `/callback`; works once. Gives the path of the portal that the person wanted. */
  async finish(callback: URL): Promise<string> {
    const state = callback.searchParams.get("state") ?? "";
    const pending = takePending(state);
    if (!pending) throw new UnknownCallback();
    const { returnTo, proof, word, subject } = pending;
    const tokens = await this.protocol.exchange(callback, { ...pending, state }).catch((error: unknown) => {
      if (!proof || callbackError(error) === undefined) throw error;
    });
    // A person who proved nothing is back where they were, and their session is as it was.
    if (!tokens) return ownPath(returnTo);
    await alone(() => this.store.set(TOKENS, tokens));
    this.subject = tokens.subject;
    this.tabs.say({ kind: "changed", subject: tokens.subject });
    if (proof && subject === tokens.subject) place.resumed = word;
    return ownPath(returnTo);
  }

  /** `fetch` for the product API. Signs the request; renews the token before it expires, and once after a 401. */
  async fetch(request: Request, send?: Send): Promise<Response> {
    // A change carries the key of the press that caused it, even when that was long ago.
    if (!this.place.isAttended() && !request.headers.has(PRESS)) request.headers.set(UNATTENDED, "?1");
    const again = request.clone();
    let tokens = await this.tokens();
    let response = await this.protocol.call(tokens, request, send);
    if (refusesToken(response)) {
      tokens = await this.mine(await this.renew(tokens));
      response = await this.protocol.call(tokens, again, send);
      if (refusesToken(response)) this.refused = tokens.accessToken;
    }
    if (response.ok) forgetAttempts();
    noteSessionEnd(response);
    return response;
  }

  /** Asks as the person who is signed in in this browser now, only to say who that is. */
  async fetchAsNow(request: Request): Promise<Response> {
    const kept = await this.kept();
    if (!kept) throw new SessionOver();
    return this.protocol.call(isLive(kept) ? kept : await this.renew(kept), request);
  }

  /**
   * Ends the session at the server by `atServer`, then in all tabs of this browser, even if the server fails. From the
   * start no other call leads to the sign-in, because the caller leaves for another page.
   */
  async end(atServer: () => Promise<unknown>): Promise<void> {
    this.ended = true;
    await atServer().catch(() => undefined);
    this.subject = undefined;
    await this.forget();
    this.tabs.say({ kind: "ended" });
  }

  /** Calls back when another tab signs out, or at once if one already did. */
  onEnd(listener: () => void): () => void {
    this.endListeners.add(listener);
    if (this.ended) listener();
    return () => this.endListeners.delete(listener);
  }

  /** The session was ended in another tab. */
  private async over(): Promise<void> {
    this.ended = true;
    this.subject = undefined;
    await this.forget();
    this.endListeners.forEach((listener) => listener());
  }

  /** Somebody signed in from another tab. */
  private heardOf(subject: string): void {
    if (this.subject === undefined) return;
    const back = async () => (await this.isKept()) && this.setLapse(undefined);
    (this.subject === subject ? back() : this.yieldTo()).catch(() => undefined);
  }

  /** Another person signed in: the first one's data must not stay on screen, unless it is work that would be lost. */
  private async yieldTo(): Promise<never> {
    if (this.place.holdsWork()) {
      this.setLapse("other");
      throw new SessionOver("somebody else signed in");
    }
    this.place.reload();
    return departure();
  }

  private setLapse(lapse: Lapse | undefined): void {
    this.lapsed = lapse;
    this.lapseListeners.forEach((listener) => listener());
  }

  private async redirect(returnTo: string, errand?: Errand): Promise<never> {
    if (this.ended) return departure();
    if (goesInCircles(Date.now())) {
      forgetAttempts();
      throw new SignInLoop();
    }
    const { proof, word } = errand ?? {};
    const attempt = { verifier: newVerifier(), state: newState(), nonce: newNonce(), proof };
    const url = await this.protocol.authorizeUrl({ ...attempt, locale: this.language() });
    const { state, ...kept } = attempt;
    keepPending(state, { ...kept, returnTo, word, subject: this.subject });
    this.place.to(url.href);
    return departure();
  }

  private async kept(): Promise<Tokens | undefined> {
    const kept = await this.store.get<Partial<Tokens>>(TOKENS);
    return kept?.key && (kept as Tokens);
  }

  private forget(): Promise<void> {
    return this.store.delete(TOKENS, OLD_KEY);
  }

  private async tokens(): Promise<Tokens> {
    const kept = await this.kept();
    if (!kept) throw new SessionOver();
    return this.mine(isLive(kept) ? kept : await this.renew(kept));
  }

  /** These tokens, if they belong to the person whom this tab shows. */
  private mine(tokens: Tokens): Tokens | Promise<never> {
    return this.subject === undefined || tokens.subject === this.subject ? tokens : this.yieldTo();
  }

  /** Renews the tokens unless another tab already did. Only one tab does this at a time. */
  private async renew(used: Tokens): Promise<Tokens> {
    return alone(async () => {
      const kept = await this.kept();
      if (!kept) throw new SessionOver();
      if (kept.keyId !== used.keyId || (kept.accessToken !== used.accessToken && isLive(kept))) return kept;
      try {
        const next = await this.protocol.refresh(kept, !this.place.isAttended());
        await this.store.set(TOKENS, next);
        return next;
      } catch (error) {
        if (error instanceof SessionOver) await this.forget();
        throw error;
      }
    });
  }
}

/** One tab at a time writes tokens, so that none overwrites a newer sign-in. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  return await navigator.locks.request("atrium.renewal", work);
}

function isLive(tokens: Tokens): boolean {
  return tokens.expiresAt - MARGIN_MS > Date.now();
}
