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
/** A token this close to its end is renewed first. */
const MARGIN_MS = 30_000;

/** Signing in leads back here again and again: someone has to look. */
export class SignInLoop extends Error {
  override name = "SignInLoop";
}

/** A callback address that belongs to no sign-in of this tab. */
export class UnknownCallback extends Error {
  override name = "UnknownCallback";
}

export interface Leaving {
  /** Goes to another document. */
  to(url: string): void;
  reload(): void;
}

/**
 * The signed-in session of this browser, one for all its tabs. The tokens lie in the store, so every tab sees
 * the newest pair at once; Web Locks let one tab renew at a time; the access token is renewed when a call needs
 * it, never by a clock, so that an idle page does not keep its session alive.
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
    /** The language of the sign-in pages, as `ui_locales` has it; asked when they are gone to. */
    private readonly language: () => string,
  ) {
    this.tabs.listen({
      ended: () => this.over(),
      changed: (subject) => {
        if (this.subject !== undefined && this.subject !== subject) leave.reload();
      },
    });
  }

  /** Whether this tab has seen a session; the server has the last word at each call. */
  get signedIn(): boolean {
    return this.subject !== undefined;
  }

  /** Whether this browser keeps a session, one that has to be renewed first perhaps. */
  async isKept(): Promise<boolean> {
    return (await this.store.get<Tokens>(TOKENS)) !== undefined;
  }

  /** Takes up the session of this browser without a redirect; false when there is none. */
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

  /** One redirect to the sign-in, whoever asks and however often; never returns. */
  begin(returnTo: string): Promise<never> {
    return (this.leaving ??= this.redirect(returnTo).catch((error: unknown) => {
      this.leaving = undefined;
      throw error;
    }));
  }

  /** Ends a sign-in at `/callback`, which works once; answers where the person was heading, a path of ours. */
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

  /** `fetch` for the product API: signed, renewed before its end and once more on a 401. `send` is how it goes out. */
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

  /** Forgets the session here and in every other tab. Telling the server is the caller's part, and comes first. */
  async end(): Promise<void> {
    this.subject = undefined;
    await this.store.delete(TOKENS);
    await this.protocol.forgetKey();
    this.tabs.say({ kind: "ended" });
  }

  /** Calls back when another tab signs out, and at once if one already did: it may be earlier than who listens. */
  onEnd(listener: () => void): () => void {
    this.endListeners.add(listener);
    if (this.ended) listener();
    return () => this.endListeners.delete(listener);
  }

  private over(): void {
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
      // Another person signed in from another tab: nothing of the first may stay on screen.
      this.leave.reload();
      return new Promise<never>(() => undefined);
    }
    return isLive(kept) ? kept : this.renew(kept);
  }

  /** Renews unless another tab already did; one at a time over all tabs. */
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
