"use strict";
(() => {
  const root = document.documentElement;
  const KEY = "benchwright-theme";
  const EVERY = 5000;
  const store = {
    get() { try { return localStorage.getItem(KEY); } catch { return null; } },
    set(value) { try { localStorage.setItem(KEY, value); } catch { /* a browser that keeps nothing */ } },
  };
  const told = store.get();
  if (told === "light" || told === "dark") root.dataset.theme = told;
  root.classList.add("script");

  const theme = () => root.dataset.theme
    || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const button = document.querySelector("[data-theme-toggle]");
  const say = () => { button.textContent = theme() === "dark" ? "Light" : "Dark"; };
  say();
  button.addEventListener("click", () => {
    root.dataset.theme = theme() === "dark" ? "light" : "dark";
    store.set(root.dataset.theme);
    say();
  });

  const form = document.querySelector("form.filters");
  if (form) {
    form.addEventListener("change", (event) => {
      if (event.target.tagName === "SELECT") form.requestSubmit();
    });
  }

  const TARGETS = { j: "a[rel=next]", k: "a[rel=prev]", u: "a[data-back]" };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    if (event.key === "/") {
      const search = document.getElementById("q");
      if (search) { event.preventDefault(); search.focus(); search.select(); } else location.assign("/");
      return;
    }
    const link = TARGETS[event.key] && document.querySelector(TARGETS[event.key]);
    if (link) link.click();
  });

  // An open page is told when the files behind it have changed.
  const notice = document.querySelector("[data-notice]");
  const watch = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch("/state", { cache: "no-store" });
      const now = await answer.json();
      if (now.problem) {
        notice.textContent = "The benchmark has changed and cannot be read. This page shows it as it was.";
        notice.hidden = false;
      } else if (now.stamp !== document.body.dataset.stamp) {
        notice.textContent = "The benchmark has changed. Load this page again to see it as it is now.";
        notice.hidden = false;
      }
    } catch {
      notice.textContent = "The server has ended.";
      notice.hidden = false;
    }
  };
  setInterval(watch, EVERY);
  addEventListener("visibilitychange", watch);
})();
