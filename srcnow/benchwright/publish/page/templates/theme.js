"use strict";
(() => {
  const root = document.documentElement;
  const KEY = "benchwright-theme";
  const store = {
    get() { try { return localStorage.getItem(KEY); } catch { return null; } },
    set(value) { try { localStorage.setItem(KEY, value); } catch { /* a browser that keeps nothing */ } },
  };
  const told = store.get();
  if (told === "light" || told === "dark") root.dataset.theme = told;
  root.classList.add("script");

  const theme = () => root.dataset.theme
    || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

  addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("[data-theme-toggle]");
    const say = () => { button.textContent = theme() === "dark" ? "Light" : "Dark"; };
    say();
    button.addEventListener("click", () => {
      root.dataset.theme = theme() === "dark" ? "light" : "dark";
      store.set(root.dataset.theme);
      say();
    });
  });
})();
