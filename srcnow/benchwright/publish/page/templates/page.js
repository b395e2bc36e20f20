"use strict";
(() => {
  function sorting(table) {
    const heads = [...table.tHead.rows[0].cells];
    const body = table.tBodies[0];
    const first = [...body.rows];
    heads.forEach((head, column) => {
      if (!column) return;
      const label = head.querySelector(".column");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...label.childNodes);
      label.replaceWith(button);
      button.addEventListener("click", () => {
        const best = head.dataset.less === "1" ? "ascending" : "descending";
        const worst = best === "ascending" ? "descending" : "ascending";
        const now = head.getAttribute("aria-sort");
        const next = now === best ? worst : now === worst ? "none" : best;
        heads.forEach((one) => one.removeAttribute("aria-sort"));
        let rows = first;
        if (next !== "none") {
          head.setAttribute("aria-sort", next);
          const sign = next === "ascending" ? 1 : -1;
          const value = (row) => row.cells[column].dataset.order;
          rows = [...first].sort((a, b) => {
            const [x, y] = [value(a), value(b)];
            if (x === "" || y === "") return (x === "") - (y === "");
            return sign * (Number(x) - Number(y));
          });
        }
        body.append(...rows);
      });
    });
  }

  function filtering(form) {
    const questions = [...document.querySelectorAll(".question")];
    const selects = [...form.querySelectorAll("select")];
    const said = form.querySelector(".said");
    const fits = (question, select) => {
      const wanted = select.value;
      const has = question.dataset[select.dataset.filter];
      return !wanted || (select.dataset.filter === "best" ? has.split(" ").includes(wanted) : has === wanted);
    };
    const apply = () => {
      let shown = 0;
      for (const question of questions) {
        question.hidden = !selects.every((select) => fits(question, select));
        shown += !question.hidden;
      }
      said.textContent = `${shown} of ${questions.length} shown`;
    };
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", apply);
    const open = form.querySelector("[data-open]");
    open.addEventListener("click", () => {
      const shown = questions.filter((question) => !question.hidden).map((one) => one.querySelector("details"));
      const all = shown.some((one) => !one.open);
      for (const one of shown) one.open = all;
      open.textContent = all ? "Close all" : "Open all";
    });
    apply();
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  function copying() {
    const carried = document.getElementById("copies");
    if (!carried) return;
    const copies = JSON.parse(carried.textContent);
    for (const button of document.querySelectorAll("[data-copy]")) {
      button.hidden = !(button.dataset.copy in copies);
      button.addEventListener("click", async () => {
        const done = await copy(copies[button.dataset.copy]);
        button.parentElement.querySelector(".said").textContent = done ? "Copied." : "The browser does not allow it.";
      });
    }
  }

  addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("table[data-sortable]").forEach(sorting);
    document.querySelectorAll("form.filters").forEach(filtering);
    copying();
    addEventListener("beforeprint", () => {
      document.querySelectorAll("details").forEach((one) => { one.open = true; });
    });
  });
})();
