// Every page works without this file. It adds: one press, no answer by a second click, shown passwords, Caps Lock, the
// length and strength of a new password, the code of a one-time link, and the self-submitting form of form_post. It remembers nothing.
(() => {
  "use strict";

  // A form is sent once; a page that comes back from the browser's memory may send it again.
  for (const form of document.querySelectorAll("form[data-once]")) {
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent) return event.preventDefault();
      form.dataset.sent = "yes";
      const button = event.submitter || form.querySelector("button.button");
      if (!button || !button.dataset.busy) return;
      button.dataset.rest = button.textContent;
      button.textContent = button.dataset.busy;
      button.setAttribute("aria-disabled", "true");
    });
  }
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) {
      delete form.dataset.sent;
      for (const button of form.querySelectorAll("[data-rest]")) {
        button.textContent = button.dataset.rest;
        button.removeAttribute("aria-disabled");
      }
    }
  });

  // The second click of a double click on the page before must not answer this one: it takes no answer for a moment
  // after it is shown, and after its window comes to the front again.
  for (const form of document.querySelectorAll("form[data-held]")) {
    const moment = 600;
    let until = 0;
    let timer;
    const buttons = form.querySelectorAll("button");
    const release = () => buttons.forEach((button) => button.removeAttribute("aria-disabled"));
    const hold = () => {
      until = performance.now() + moment;
      buttons.forEach((button) => button.setAttribute("aria-disabled", "true"));
      clearTimeout(timer);
      timer = setTimeout(release, moment);
    };
    // Before the form counts as sent.
    form.addEventListener(
      "submit",
      (event) => {
        if (performance.now() >= until) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      true,
    );
    hold();
    addEventListener("pageshow", hold);
    addEventListener("focus", hold);
    document.addEventListener("visibilitychange", () => document.hidden || hold());
  }

  for (const input of document.querySelectorAll("input[data-show]")) {
    const box = document.createElement("span");
    const button = document.createElement("button");
    box.className = "secret";
    button.type = "button";
    button.className = "reveal";
    const paint = () => {
      const hidden = input.type === "password";
      button.textContent = hidden ? input.dataset.show : input.dataset.hide;
      button.setAttribute("aria-label", hidden ? input.dataset.showName : input.dataset.hideName);
    };
    button.addEventListener("click", () => {
      input.type = input.type === "password" ? "text" : "password";
      paint();
      input.focus();
    });
    paint();
    const focused = document.activeElement === input;
    input.replaceWith(box);
    box.append(input, button);
    if (focused) input.focus();
    // A shown password must not be kept by the browser as a form text.
    if (input.form) input.form.addEventListener("submit", () => (input.type = "password"));

    if (!input.dataset.caps) continue;
    const hint = document.createElement("p");
    hint.className = "hint";
    hint.setAttribute("role", "status");
    box.after(hint);
    const look = (event) => {
      if (!event.getModifierState) return;
      hint.textContent = event.getModifierState("CapsLock") ? input.dataset.caps : "";
    };
    input.addEventListener("keydown", look);
    input.addEventListener("keyup", look);
    input.addEventListener("blur", () => (hint.textContent = ""));
  }

  // How long and how strong a new password is, while it is typed. The script that knows the strength is large, so only
  // somebody who comes to the field loads it.
  for (const input of document.querySelectorAll("input[data-count]")) {
    const shown = document.createElement("div");
    shown.className = "strength";
    shown.setAttribute("role", "status");
    const words = document.createElement("p");
    const bar = document.createElement("div");
    const count = document.createElement("span");
    words.className = "hint";
    bar.setAttribute("aria-hidden", "true");
    // The rules are the description of the field; a number after each letter would only disturb.
    count.setAttribute("aria-hidden", "true");
    shown.append(bar, words, count);
    (input.closest(".secret") || input).after(shown);
    let strengthOf;
    const paint = () => {
      const known = document.getElementById("username");
      const about = [input.dataset.about, known ? known.value : ""];
      const strength = strengthOf && input.value ? strengthOf(input.value, about) : "";
      shown.dataset.is = strength;
      // The same words again would be read out again.
      const said = input.dataset[strength] || "";
      if (words.textContent !== said) words.textContent = said;
      count.textContent = input.value && input.dataset.count.replace("{count}", [...input.value].length);
    };
    const load = () =>
      import(input.dataset.strength).then(
        (script) => {
          strengthOf = script.strengthOf;
          paint();
        },
        () => undefined,
      );
    input.addEventListener("input", paint);
    if (!input.dataset.strength) continue;
    input.addEventListener("focus", load, { once: true });
    if (document.activeElement === input) load();
  }

  // A one-time link carries its code behind the #, which browsers send to nobody. The code goes into the form and out of
  // the address, so that no history keeps it, and the form is sent. A page without the form is replaced by one that has it.
  const codeForm = document.querySelector("form[data-token]");
  const pages = [
    "/reset-password",
    "/lock-account",
    "/account-user/application",
    "/account-user/invitation",
    "/account-user/address",
    "/account-user/address-undo",
    "/account-user/deletion-undo",
  ];
  const take = () => {
    const code = new URLSearchParams(location.hash.slice(1)).get("token");
    const page = pages.find((path) => path === location.pathname);
    if (!code || !page) return;
    if (!codeForm) return location.replace(`${page}?again${location.hash}`);
    history.replaceState(null, "", location.pathname);
    codeForm.elements.token.value = code;
    codeForm.requestSubmit();
  };
  take();
  addEventListener("hashchange", take);

  // The language link takes the code along, because the page in the other language asks for it again.
  const token = document.querySelector("input[type=hidden][name=token]");
  for (const link of token ? document.querySelectorAll("footer nav a") : []) {
    link.hash = new URLSearchParams({ token: token.value }).toString();
  }

  // The link from one way of signing in to the other needs no new page.
  for (const link of document.querySelectorAll("a[data-way]")) {
    link.addEventListener("click", (event) => {
      const way = document.getElementById(link.dataset.way);
      if (!way) return;
      event.preventDefault();
      way.checked = true;
      way.focus();
    });
  }

  // Where the old portal kept its token (contract T-05, F-08).
  if (document.getElementById("way-account")) {
    try {
      sessionStorage.removeItem("Access-Token");
    } catch {
      // A browser that forbids storage has nothing to clear.
    }
  }

  // A session has ended: the portal's tabs leave, and this browser keeps neither its tokens nor its key. The portal under
  // a path adds that to both names.
  const base = document.querySelector("[data-ended]")?.dataset.ended;
  if (base !== undefined) {
    try {
      new BroadcastChannel(`atrium.session${base}`).postMessage({ kind: "ended" });
      indexedDB.deleteDatabase(`atrium-portal${base}`);
    } catch {
      // A browser that forbids storage has nothing to delete.
    }
  }

  const onward = document.querySelector("form[data-onward]");
  if (onward) HTMLFormElement.prototype.submit.call(onward);
})();
