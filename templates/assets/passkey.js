// The sign-in with a passkey, or the second factor by one; the form of the page works without it. One request to the browser is pending at a time: the
// one that offers passkeys in the account field, or the one of the button.
(() => {
  "use strict";
  const form = document.getElementById("passkey");
  if (!form || !window.PublicKeyCredential || !navigator.credentials) return;
  const button = document.getElementById("passkey-sign-in");
  const problem = document.getElementById("passkey-problem");
  const label = button.textContent;
  // The server takes an answer for five minutes.
  const fresh = 4 * 60 * 1000;
  let asked = { options: JSON.parse(form.dataset.options), state: form.elements.state.value, at: Date.now() };
  // The pending request: how it ends early, and when it has ended.
  let pending = { abort: () => {}, ended: Promise.resolve(), conditional: true };

  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");

  const renew = async () => {
    const flow = new URLSearchParams({ flow: form.elements.flow.value });
    const response = await fetch(`${form.action}?${flow}`, { headers: { Accept: "application/json" }, redirect: "error" });
    if (!response.ok) throw new Error("no challenge");
    asked = { ...(await response.json()), at: Date.now() };
  };

  const send = ({ id, rawId, type, response }) => {
    form.elements.state.value = asked.state;
    form.elements.answer.value = JSON.stringify({
      id,
      rawId: text(rawId),
      type,
      response: {
        authenticatorData: text(response.authenticatorData),
        clientDataJSON: text(response.clientDataJSON),
        signature: text(response.signature),
        userHandle: response.userHandle ? text(response.userHandle) : null,
      },
    });
    form.submit();
  };

  const request = async (mediation, signal) => {
    if (Date.now() - asked.at > fresh) await renew();
    const allowCredentials = asked.options.allowCredentials.map((key) => ({ ...key, id: bytes(key.id) }));
    const publicKey = { ...asked.options, challenge: bytes(asked.options.challenge), allowCredentials };
    send(await navigator.credentials.get({ publicKey, mediation, signal }));
  };

  // Ends the pending request and begins another.
  const begin = async (mediation) => {
    const before = pending;
    const stop = new AbortController();
    let end;
    pending = {
      abort: () => stop.abort(),
      ended: new Promise((resolve) => (end = resolve)),
      conditional: mediation === "conditional",
    };
    before.abort();
    try {
      await before.ended;
      stop.signal.throwIfAborted();
      await request(mediation, stop.signal);
    } finally {
      end();
    }
  };

  const offer = () => begin("conditional").catch(() => {});
  // After a password only the account's own keys are asked for, and only by the button.
  const isFactor = asked.options.allowCredentials.length > 0;
  const canOffer = async () => !isFactor && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

  const words = ({ name }, since) => {
    // A browser says the same of both.
    const late = Date.now() - since >= asked.options.timeout;
    if (name === "TimeoutError" || (name === "NotAllowedError" && late)) return form.dataset.timeout;
    if (name === "NotAllowedError" || name === "AbortError") return form.dataset.cancelled;
    const none = ["NotSupportedError", "ConstraintError", "NotReadableError", "InvalidStateError"];
    return none.includes(name) ? form.dataset.none : form.dataset.failed;
  };

  const rest = () => {
    button.textContent = label;
    button.removeAttribute("aria-disabled");
  };

  button.addEventListener("click", async () => {
    if (button.hasAttribute("aria-disabled")) return;
    const since = Date.now();
    button.textContent = button.dataset.busy;
    button.setAttribute("aria-disabled", "true");
    problem.hidden = true;
    try {
      await begin("optional");
    } catch (error) {
      rest();
      problem.textContent = words(error, since);
      problem.hidden = false;
      if (await canOffer()) offer();
    }
  });
  addEventListener("pageshow", (event) => event.persisted && rest());

  // A passkey of the account field needs a challenge that is still taken when somebody comes back to the page.
  if (!isFactor) setInterval(() => pending.conditional && offer(), fresh + 1000);

  // The browser forgets a key that no account has.
  if (form.dataset.unknown && PublicKeyCredential.signalUnknownCredential) {
    const forgotten = { rpId: asked.options.rpId, credentialId: form.dataset.unknown };
    PublicKeyCredential.signalUnknownCredential(forgotten).catch(() => {});
  }

  form.hidden = false;
  canOffer().then((can) => can && pending.conditional && offer());
})();
