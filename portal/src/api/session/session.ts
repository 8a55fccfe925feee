import { ownPath } from "./own-path";
import { forgetAttempts, goesInCircles, keepPending, takePending } from "./pending";
import {
  newNonce,
  newState,
  newVerifier,
  SessionOver,
  type Protocol,
  type Send,
  type Tokens,
} from "./protocol";
import type { Store } from "./store";
import { Tabs } from "./tabs";

const TOKENS = "tokens";
/** A token that expires within this time is renewed before use. */
const MARGIN_MS = 30_000;

/** The sign-in came back again and again without success, so the person must decide. */
export class SignInLoop extends Error {
  override name = "SignInLoop";
}

/** The callback address belongs to no pending sign-in of this tab. */
export class UnknownCallback extends Error {
  override name = "UnknownCallback";
}

export interface Leaving {
  /** Navigates to another document. */
  to(url: string): void;
  reload(): void;
}

/**
 * The session of this browser; all tabs share it. The tokens are in the store, so every tab sees the newest ones. A Web
 * Lock lets one tab renew them at a time. A call renews the access token when it needs one; no timer does, so that an
 * idle page does not keep its session alive.
 */
export class Session {
  private readonly tabs = new Tabs();
  private subject: string | undefined;
  private leaving: Promise<never> | undefined;
  private ended = false;
  private readonly endListeners = new Set<() => void>();

  constructor(
    private readonly protocol: Protocol,
    private readonly store: Store,
    private readonly leave: Leaving,
    /** The language for `ui_locales` of the sign-in. */
    private readonly language: () => string,
  ) {
    this.tabs.listen({
      ended: () => this.over(),
      changed: (subject) => {
        if (this.subject !== undefined && this.subject !== subject) leave.reload();
      },
    });
  }

  /** Whether this tab knows a session. The server may have ended it already. */
  get signedIn(): boolean {
    return this.subject !== undefined;
  }

  /** Whether this browser has stored a session, even one with an expired access token. */
  async isKept(): Promise<boolean> {
    return (await this.store.get<Tokens>(TOKENS)) !== undefined;
  }

  /** Uses the stored session, without a redirect; false if there is none. */
  async restore(): Promise<boolean> {
    const kept = await this.store.get<Tokens>(TOKENS);
    if (!kept) return false;
    try {
      const live = isLive(kept) ? kept : await this.renew(kept);
      this.subject = live.subject;
      return true;
    } catch (error) {
      if (error instanceof SessionOver) return false;
      throw error;
    }
  }

  /** Redirects to the sign-in, once for any number of calls. The promise never resolves. */
  begin(returnTo: string): Promise<never> {
    return (this.leaving ??= this.redirect(returnTo).catch((error: unknown) => {
      this.leaving = undefined;
      throw error;
    }));
  }

  /** Finishes a sign-in at `/callback`; works once. Gives the path of the portal that the person wanted. */
  async finish(callback: URL): Promise<string> {
    const state = callback.searchParams.get("state") ?? "";
    const pending = takePending(state);
    if (!pending) throw new UnknownCallback();
    const tokens = await this.protocol.exchange(callback, { ...pending, state });
    await this.store.set(TOKENS, tokens);
    this.subject = tokens.subject;
    this.tabs.say({ kind: "changed", subject: tokens.subject });
    return ownPath(pending.returnTo);
  }

  /** `fetch` for the product API. Signs the request; renews the token before it expires, and once after a 401. */
  async fetch(request: Request, send?: Send): Promise<Response> {
    const again = request.clone();
    let tokens = await this.tokens();
    let response = await this.protocol.call(tokens.accessToken, request, send);
    if (response.status === 401) {
      tokens = await this.renew(tokens);
      response = await this.protocol.call(tokens.accessToken, again, send);
    }
    if (response.ok) forgetAttempts();
    return response;
  }

  /**
   * Ends the session at the server by `atServer`, then in all tabs of this browser, even if the server fails. From the
   * start no other call leads to the sign-in, because the caller leaves for another page.
   */
  async end(atServer: () => Promise<unknown>): Promise<void> {
    this.stay();
    await atServer().catch(() => undefined);
    this.subject = undefined;
    await this.store.delete(TOKENS);
    await this.protocol.forgetKey();
    this.tabs.say({ kind: "ended" });
  }

  /** Calls back when another tab signs out, or at once if one already did. */
  onEnd(listener: () => void): () => void {
    this.endListeners.add(listener);
    if (this.ended) listener();
    return () => this.endListeners.delete(listener);
  }

  /** Keeps every later `begin` from a redirect. */
  private stay(): void {
    this.leaving ??= new Promise<never>(() => undefined);
  }

  private over(): void {
    this.stay();
    this.ended = true;
    this.subject = undefined;
    this.endListeners.forEach((listener) => listener());
  }

  private async redirect(returnTo: string): Promise<never> {
    if (goesInCircles(Date.now())) {
      forgetAttempts();
      throw new SignInLoop();
    }
    const attempt = { verifier: newVerifier(), state: newState(), nonce: newNonce() };
    const url = await this.protocol.authorizeUrl({ ...attempt, locale: this.language() });
    keepPending(attempt.state, { verifier: attempt.verifier, nonce: attempt.nonce, returnTo });
    this.leave.to(url.href);
    return new Promise<never>(() => undefined);
  }

  private async tokens(): Promise<Tokens> {
    const kept = await this.store.get<Tokens>(TOKENS);
    if (!kept) throw new SessionOver();
    if (this.subject !== undefined && kept.subject !== this.subject) {
      // Another person signed in from another tab: the first one's data must not stay on screen.
      this.leave.reload();
      return new Promise<never>(() => undefined);
    }
    return isLive(kept) ? kept : this.renew(kept);
  }

  /** Renews the tokens unless another tab already did. Only one tab does this at a time. */
  private async renew(used: Tokens): Promise<Tokens> {
    return await navigator.locks.request("atrium.renewal", async () => {
      const kept = await this.store.get<Tokens>(TOKENS);
      if (!kept) throw new SessionOver();
      if (kept.accessToken !== used.accessToken && isLive(kept)) return kept;
      try {
        const next = await this.protocol.refresh(kept);
        await this.store.set(TOKENS, next);
        return next;
      } catch (error) {
        if (error instanceof SessionOver) await this.store.delete(TOKENS);
        throw error;
      }
    });
  }
}

function isLive(tokens: Tokens): boolean {
  return tokens.expiresAt - MARGIN_MS > Date.now();
}
