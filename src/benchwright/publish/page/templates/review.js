"use strict";
// Keys, drafts, time and sending for the form of an item. Pages work without this file, as plain forms.
(() => {
  const SAVE_AFTER = 800, RETRY_FIRST = 1000, RETRY_MOST = 15000;
  const form = document.getElementById("form");
  const notice = document.querySelector("[data-notice]");
  const say = (text) => { notice.textContent = text; notice.hidden = !text; };
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const fields = form ? all(".field", form) : [];

  const inputs = (field) => all("input:not([type=hidden]), textarea", field);
  const filled = (field) => (field.dataset.kind === "spans"
    ? field.querySelector("input[type=hidden]").value !== ""
    : inputs(field).some((one) => (one.tagName === "TEXTAREA" ? one.value.trim() : one.checked)));
  const shown = () => fields.filter((field) => !field.hidden);

  // A field with conditions is there only while others have the values that it names; the server sees it the same way.
  const arrange = () => {
    for (const field of fields) {
      if (!field.dataset.when) continue;
      const when = JSON.parse(field.dataset.when);
      const holds = Object.entries(when).every(([name, allowed]) => {
        const other = document.getElementById(name);
        return !other.hidden && inputs(other).some((one) => one.checked && allowed.includes(one.value));
      });
      field.hidden = field.disabled = !holds;
    }
  };

  const tell = (faults) => {
    for (const field of fields) {
      const place = field.querySelector("[data-fault]");
      place.textContent = faults[field.id] || "";
      place.hidden = !faults[field.id];
    }
  };

  const enter = (field, quiet = false) => {
    const target = field.querySelector("input:checked") || inputs(field)[0] || field.querySelector("button");
    if (target) target.focus({ preventScroll: true });
    if (!quiet) field.scrollIntoView({ block: "nearest" });
  };

  const go = (quiet = false) => {
    const open = shown().find((field) => !filled(field));
    const target = open || form.querySelector("button[type=submit]");
    if (open) enter(open, quiet); else target.focus({ preventScroll: true });
  };

  // ---------------------------------------------------------------- what is kept in this browser
  const kept = {
    get(key) { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } },
    set(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* a browser that keeps nothing */ } },
    drop(key) { try { localStorage.removeItem(key); } catch { /* the same */ } },
    keys(start) { try { return Object.keys(localStorage).filter((one) => one.startsWith(start)); } catch { return []; } },
  };

  const post = async (address, body) => {
    const answer = await fetch(address, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
      redirect: "error",
    });
    let data = {};
    try { data = await answer.json(); } catch { /* a proxy's own page */ }
    return { status: answer.status, data };
  };

  const wait = (time) => new Promise((resolve) => {
    const end = () => { clearTimeout(timer); removeEventListener("online", end); resolve(); };
    const timer = setTimeout(end, time);
    addEventListener("online", end);
  });

  // Send until the server has answered: the key in the form makes a repeated submission count once.
  const deliver = async (body, onWait) => {
    for (let pause = RETRY_FIRST; ; pause = Math.min(2 * pause, RETRY_MOST)) {
      try {
        const { status, data } = await post("/submit", body);
        if (status < 500 && status !== 429 && status !== 408) return { status, data };
      } catch { /* no connection */ }
      onWait();
      await wait(pause);
    }
  };

  const OFFLINE = "Not sent yet: the server cannot be reached. Your answer is kept in this browser and is sent by itself.";

  const prepare = () => {
    const store = form.dataset.store + ":", own = store + form.dataset.place;
    const saved = document.querySelector("[data-saved]");
    const key = form.elements.namedItem("key");
    let sending = false, timer = 0, version = 0;

    const body = () => new URLSearchParams(new FormData(form)).toString();

    const fill = (text) => {
      const given = new URLSearchParams(text);
      for (const one of form.elements) {
        if (!one.name || ["seal", "place", "opened", "key", "seconds"].includes(one.name)) continue;
        if (one.type === "radio" || one.type === "checkbox") one.checked = given.getAll(one.name).includes(one.value);
        else if (given.has(one.name)) one.value = given.get(one.name);
      }
      form.dispatchEvent(new Event("refilled"));
      arrange();
    };

    // Time counts while the page can be seen, and goes on after a reload.
    const before = kept.get(own);
    let counted = (before && before.seconds) || 0, since = document.hidden ? 0 : performance.now();
    const seconds = () => counted + (since ? (performance.now() - since) / 1000 : 0);
    addEventListener("visibilitychange", () => {
      counted = seconds();
      since = document.hidden ? 0 : performance.now();
    });

    const keep = (more) => kept.set(own, { body: body(), seconds: seconds(), ...more });

    const save = async () => {
      const now = version;
      try {
        const { status, data } = await post("/draft", body());
        if (now !== version || sending) return;
        if (status === 200) {
          keep({ saved: true });
          saved.textContent = "Draft saved";
          for (const field of fields) {
            if (!("live" in field.dataset)) continue;
            const place = field.querySelector("[data-fault]");
            place.textContent = data.faults[field.id] || "";
            place.hidden = !data.faults[field.id];
          }
        } else if (status === 409) {
          say("This item is no longer open to you. Load the page again.");
        }
      } catch {
        saved.textContent = "Draft kept in this browser";
      }
    };

    const changed = () => {
      version += 1;
      arrange();
      saved.textContent = "";
      keep({ saved: false });
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_AFTER);
    };
    form.addEventListener("input", changed);
    form.addEventListener("change", changed);
    addEventListener("pagehide", () => { if (!sending && (version || before)) keep({ saved: false }); });

    const send = async (text) => {
      sending = true;
      clearTimeout(timer);
      form.classList.add("sending");
      const button = form.querySelector("button[type=submit]");
      button.disabled = true;
      kept.set(own, { body: text, seconds: seconds(), pending: true });
      const { status, data } = await deliver(text, () => say(OFFLINE));
      if (status === 200 || status === 409) {
        kept.drop(own);
        location.replace("/");
        return;
      }
      sending = false;
      button.disabled = false;
      keep({ saved: false });
      if (status === 422) {
        say("");
        tell(data.faults || {});
        const first = fields.find((field) => data.faults && data.faults[field.id]);
        if (first) enter(first); else say(data.message || "");
      } else {
        say(`${data.message || "The server refused the answer."} It is kept in this browser.`);
      }
    };

    form.noValidate = true;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (sending) return;
      const missing = shown().filter((field) => "required" in field.dataset && !filled(field));
      tell(Object.fromEntries(missing.map((field) => [field.id, "Please fill this in."])));
      if (missing.length) { enter(missing[0]); return; }
      form.elements.namedItem("seconds").value = seconds().toFixed(1);
      send(body());
    });

    // What another visit left: answers that were never sent go first, then what was filled in here and not saved.
    const restore = async () => {
      for (const one of kept.keys(store)) {
        const record = kept.get(one);
        if (one === own) continue;
        if (record && record.pending) await deliver(record.body, () => say(OFFLINE));
        kept.drop(one);
      }
      const seal = form.elements.namedItem("seal").value;
      if (before && before.pending) {
        fill(before.body);
        const text = new URLSearchParams(before.body);
        text.set("seal", seal);
        key.value = text.get("key");
        send(text.toString());
      } else if (before && before.body && !before.saved) {
        fill(before.body);
        changed();
      }
    };
    restore();

    // The images of the next item, which is this person's already, come while this one is read.
    addEventListener("load", () => {
      for (const address of form.dataset.ahead.split(" ").filter(Boolean)) {
        Object.assign(new Image(), { fetchPriority: "low", src: address });
      }
    });
    return { save: () => { clearTimeout(timer); return version ? save() : Promise.resolve(); } };
  };

  const page = form && form.dataset.store ? prepare() : null;
  if (form) {
    arrange();
    if (!page) form.addEventListener("change", arrange);
    if (!document.querySelector(".fault:not([hidden])")) go(true);
    else enter(fields.find((field) => !field.querySelector("[data-fault]").hidden) || fields[0]);
  }

  // ---------------------------------------------------------------- keys
  const choose = (field, letter) => {
    const input = all("input[data-key]", field).find((one) => one.dataset.key === letter);
    if (!input || field.disabled) return false;
    const many = input.type === "checkbox";
    input.checked = many ? !input.checked : true;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    if (many) input.focus({ preventScroll: true });
    else {
      const listed = shown(), after = listed.slice(listed.indexOf(field) + 1);
      const next = after.find((one) => !filled(one)) || listed.find((one) => !filled(one) && "required" in one.dataset);
      if (next) enter(next); else form.querySelector("button[type=submit]").focus();
    }
    return true;
  };

  const undo = async () => {
    const button = document.querySelector("[data-undo]");
    if (!button) return;
    if (page) await page.save();
    button.form.requestSubmit(button);
  };

  addEventListener("keydown", (event) => {
    const writes = event.target.closest("textarea, input[type=text]");
    if (form && event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (writes) {
      if (event.key === "Escape" && form) { writes.blur(); const b = form.querySelector("button[type=submit]"); b.focus(); }
      return;
    }
    const letter = event.key.length === 1 ? event.key.toLowerCase() : "";
    if (form) {
      const active = event.target.closest(".field") || shown().find((field) => !filled(field));
      // With all filled in, a key changes the field that it can only mean.
      const meant = active ? [active] : shown().filter((field) => all("input[data-key]", field).some((one) => one.dataset.key === letter));
      if (letter && meant.length === 1 && choose(meant[0], letter)) { event.preventDefault(); return; }
      if (event.key === "Enter" && !event.target.closest("button, a, summary, [role=button]")) {
        event.preventDefault();
        form.requestSubmit();
        return;
      }
      if (letter === "c") {
        const comment = form.querySelector(".comment");
        comment.open = true;
        event.preventDefault();
        comment.querySelector("textarea").focus();
        return;
      }
    }
    if (letter === "u") { event.preventDefault(); undo(); }
    if (letter === "?") {
      const how = document.getElementById("instructions");
      if (!how) return;
      event.preventDefault();
      how.open = !how.open;
      if (how.open) { how.scrollIntoView({ block: "start" }); how.querySelector("summary").focus({ preventScroll: true }); }
      else if (form) go();
    }
  });
})();
