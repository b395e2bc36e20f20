"use strict";
(() => {
  const EVERY = 5000;

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
