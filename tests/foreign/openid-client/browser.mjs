// A small browser for our pages: cookies, redirects and plain HTML forms, no script.
import { parse } from 'node-html-parser';
import { CookieJar } from 'tough-cookie';

/** What a request ended in. */
export class Page {
  constructor(url, status, text) {
    this.url = url;
    this.status = status;
    this.html = parse(text);
  }

  /** Where the page leads at once, without a script. */
  get refresh() {
    const content = this.html.querySelector('meta[http-equiv=refresh]')?.getAttribute('content');
    return content?.split('url=').slice(1).join('url=');
  }

  get words() {
    return this.html.structuredText.replace(/\s+/g, ' ').slice(0, 300);
  }

  /** The form around (or named by) the element that a selector finds. */
  formOf(selector) {
    const element = this.html.querySelector(selector);
    const named = element?.getAttribute('form');
    return named ? this.html.getElementById(named) : (element?.closest('form') ?? undefined);
  }
}

/** Follows redirects, and pages that lead on at once, up to `until`: the address where an application would take over. */
export class Browser {
  jar = new CookieJar(undefined, { allowSpecialUseDomain: true });

  get(url, until) {
    return this.#go('GET', new URL(url).href, undefined, {}, until);
  }

  submit(page, form, fields = {}, until = undefined) {
    const values = new URLSearchParams();
    for (const input of form.querySelectorAll('input[name]')) {
      const kind = input.getAttribute('type') ?? 'text';
      const unset = ['checkbox', 'radio'].includes(kind) && !input.hasAttribute('checked');
      if (kind !== 'submit' && !unset) {
        values.set(input.getAttribute('name'), input.getAttribute('value') ?? '');
      }
    }
    for (const [name, value] of Object.entries(fields)) values.set(name, value);
    const target = new URL(form.getAttribute('action') ?? '', page.url).href;
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: new URL(page.url).origin,
      referer: page.url,
    };
    return this.#go('POST', target, values.toString(), headers, until);
  }

  async #go(method, url, body, headers, until) {
    for (let step = 0; step < 15; step += 1) {
      if (until && url.startsWith(until)) return new Page(url, 0, '');
      const cookie = await this.jar.getCookieString(url);
      const sent = { accept: 'text/html,*/*;q=0.8', ...headers, ...(cookie && { cookie }) };
      const answer = await fetch(url, { method, body, headers: sent, redirect: 'manual' });
      for (const set of answer.headers.getSetCookie()) {
        await this.jar.setCookie(set, url, { ignoreError: true });
      }
      const page = new Page(url, answer.status, await answer.text());
      const to = answer.headers.get('location') ?? page.refresh;
      if (!to) return page;
      if (method === 'POST' && [307, 308].includes(answer.status)) {
        throw new Error(`${url} would send the form on to ${to}`);
      }
      [method, url, body, headers] = ['GET', new URL(to, url).href, undefined, {}];
    }
    throw new Error(`redirects without end at ${url}`);
  }

  /** Goes to `url` and answers our pages until the browser is sent to `until`. */
  async signIn(url, account, password, until) {
    let page = await this.get(url, until);
    for (let step = 0; step < 4; step += 1) {
      if (page.url.startsWith(until)) return page;
      const login = page.formOf('input[name=password]');
      const consent = page.formOf('[name=decision]');
      if (login) page = await this.submit(page, login, { account, password }, until);
      else if (consent) page = await this.submit(page, consent, { decision: 'allow' }, until);
      else break;
    }
    if (page.url.startsWith(until)) return page;
    throw new Error(`the sign-in stopped at ${page.url} (${page.status}): ${page.words}`);
  }

  /** Goes to a sign-out address, and says yes if it asks. */
  async signOut(url, until) {
    const page = await this.get(url, until);
    const yes = page.html.getElementById('logout-yes');
    if (!yes) return page;
    const name = yes.getAttribute('name');
    const fields = name ? { [name]: yes.getAttribute('value') ?? '' } : {};
    return this.submit(page, page.formOf('#logout-yes'), fields, until);
  }
}
