
// Marks in sources, by keyboard or pointer, and enlarged pictures.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const make = (tag, properties = {}) => Object.assign(document.createElement(tag), properties);

  const prepare = (field) => {
    const input = field.querySelector("input[type=hidden]");
    const list = field.querySelector("[data-marks]");
    const most = Number(field.dataset.most);
    const look = document.querySelector(".look");
    const pieces = all(".look [data-start], .look [data-row]");
    const source = (node) => node.closest("[data-source]").dataset.source;
    let marks = [];
    look.classList.add("markable");

    const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
    const mark = (node) => ("start" in node.dataset
      ? { source: source(node), start: Number(node.dataset.start), end: Number(node.dataset.end) }
      : { source: source(node), cells: [[Number(node.dataset.row), Number(node.dataset.column)]] });
    const covers = (one, node) => one.source === source(node) && ("start" in node.dataset
      ? one.start < Number(node.dataset.end) && one.end > Number(node.dataset.start)
      : (one.cells || []).some(([row, column]) => row === Number(node.dataset.row) && column === Number(node.dataset.column)));
    const textOf = (one) => {
      if (one.box) return "a part of the picture";
      const letters = pieces.filter((node) => covers(one, node)).map((node) => {
        if (!("exact" in node.dataset)) return node.textContent;
        const start = Number(node.dataset.start);
        return Array.from(node.textContent).slice(Math.max(0, one.start - start), one.end - start).join("");
      });
      return `“${letters.join(" ")}”`;
    };

    const draw = () => {
      for (const node of pieces) node.setAttribute("aria-pressed", marks.some((one) => covers(one, node)));
      for (const frame of all(".look .frame")) {
        for (const old of all("svg.drawing", frame)) old.remove();
        const boxes = marks.filter((one) => one.box && one.source === source(frame));
        if (!boxes.length) continue;
        const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        for (const [name, value] of [["class", "drawing"], ["viewBox", "0 0 100 100"], ["preserveAspectRatio", "none"], ["aria-hidden", "true"]]) svg.setAttribute(name, value);
        for (const { box } of boxes) {
          const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
          const sides = { x: box[0], y: box[1], width: box[2] - box[0], height: box[3] - box[1] };
          for (const [name, value] of Object.entries(sides)) rect.setAttribute(name, 100 * value);
          rect.setAttribute("class", "drawn");
          svg.append(rect);
        }
        frame.append(svg);
      }
      list.replaceChildren(...marks.map((one) => {
        const item = make("li");
        item.append(make("span", { textContent: textOf(one), dir: "auto" }));
        const button = make("button", { type: "button", className: "button", textContent: "Remove" });
        button.addEventListener("click", () => set(marks.filter((other) => other !== one)));
        item.append(button);
        return item;
      }));
    };
    const set = (now, quiet = false) => {
      if (now.length > most) return;
      marks = now;
      input.value = marks.length ? JSON.stringify(marks) : "";
      draw();
      if (!quiet) input.dispatchEvent(new Event("change", { bubbles: true }));
    };
    const read = () => { try { set(JSON.parse(input.value || "[]"), true); } catch { set([], true); } };
    const toggle = (node) => {
      if (field.disabled) return;
      const there = marks.filter((one) => covers(one, node));
      set(there.length ? marks.filter((one) => !there.includes(one)) : [...marks, mark(node)]);
    };

    pieces.forEach((node, place) => {
      node.setAttribute("role", "button");
      node.tabIndex = -1;
      node.addEventListener("click", () => { if (getSelection().isCollapsed) toggle(node); });
      node.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (step) {
          event.preventDefault();
          const next = pieces[place + step];
          if (next) next.focus();
        } else if (event.key === " " || event.key === "Enter") {
          event.preventDefault();
          event.stopPropagation();
          toggle(node);
        } else if (event.key === "Escape") {
          event.preventDefault();
          field.querySelector("[data-mark]").focus();
        }
      });
    });

    // Letters that were selected with the pointer, inside one piece or over several of one source.
    const offset = (node, at) => {
      const piece = node.parentElement && node.parentElement.closest("[data-start]");
      if (!piece) return null;
      const range = document.createRange();
      range.setStart(piece, 0);
      range.setEnd(node, at);
      return { piece, at: Number(piece.dataset.start) + Array.from(range.toString()).length };
    };
    addEventListener("pointerup", () => setTimeout(() => {
      const selection = getSelection();
      if (field.disabled || selection.isCollapsed || !selection.rangeCount) return;
      const range = selection.getRangeAt(0);
      const from = offset(range.startContainer, range.startOffset), to = offset(range.endContainer, range.endOffset);
      if (!from || !to || source(from.piece) !== source(to.piece)) return;
      const start = "exact" in from.piece.dataset ? from.at : Number(from.piece.dataset.start);
      const end = "exact" in to.piece.dataset ? to.at : Number(to.piece.dataset.end);
      const made = { source: source(from.piece), start, end };
      selection.removeAllRanges();
      if (start < end && !marks.some((one) => same(one, made))) set([...marks, made]);
    }));

    for (const frame of all(".look .frame")) {
      const whole = make("button", { type: "button", className: "button", textContent: "Mark the whole picture" });
      whole.addEventListener("click", () => { if (!field.disabled) set([...marks, { source: source(frame), box: [0, 0, 1, 1] }]); });
      frame.after(whole);
      let begun = null;
      const at = (event) => {
        const { left, top, width, height } = frame.getBoundingClientRect();
        const inside = (value) => Math.min(1, Math.max(0, value));
        return [inside((event.clientX - left) / width), inside((event.clientY - top) / height)];
      };
      frame.addEventListener("dragstart", (event) => event.preventDefault());
      frame.addEventListener("pointerdown", (event) => { begun = event.button === 0 ? at(event) : null; });
      frame.addEventListener("pointerup", (event) => {
        if (!begun || field.disabled) return;
        const ended = at(event), x = [begun[0], ended[0]].sort((a, b) => a - b), y = [begun[1], ended[1]].sort((a, b) => a - b);
        begun = null;
        if (x[1] - x[0] < 0.02 || y[1] - y[0] < 0.02) return;
        frame.dataset.drew = "";
        set([...marks, { source: source(frame), box: [x[0], y[0], x[1], y[1]].map((side) => Math.round(1e4 * side) / 1e4) }]);
      });
    }

    const start = () => { const first = pieces.find((node) => node.getAttribute("aria-pressed") === "true") || pieces[0]; if (first) first.focus(); };
    field.querySelector("[data-mark]").addEventListener("click", start);
    addEventListener("keydown", (event) => {
      const elsewhere = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("textarea, input[type=text]");
      if (event.key === "m" && !elsewhere && !field.hidden && !event.defaultPrevented) { event.preventDefault(); start(); }
    });
    field.form.addEventListener("refilled", read);
    read();
  };
  for (const field of all(".field[data-kind=spans]")) prepare(field);

  // ---------------------------------------------------------------- pictures
  const STEPS = [1, 1.5, 2, 3, 4];
  for (const link of all("[data-zoom]")) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if ("drew" in link.dataset) { delete link.dataset.drew; return; }
      const small = link.querySelector("img");
      const dialog = make("dialog", { className: "zoomed", ariaLabel: small.alt });
      const bar = make("div", { className: "zoom-bar" }), area = make("div", { className: "zoom-area", tabIndex: 0 });
      const image = make("img", { src: small.src, alt: small.alt });
      let step = 0;
      const size = (by) => {
        step = Math.min(STEPS.length - 1, Math.max(0, step + by));
        const fit = Math.min(area.clientWidth / image.naturalWidth, area.clientHeight / image.naturalHeight);
        image.width = Math.round(image.naturalWidth * fit * STEPS[step]);
      };
      for (const [text, does] of [["Smaller −", () => size(-1)], ["Larger +", () => size(1)], ["Close", () => dialog.close()]]) {
        const button = make("button", { type: "button", className: "button", textContent: text });
        button.addEventListener("click", does);
        bar.append(button);
      }
      area.append(image);
      dialog.append(bar, area);
      dialog.addEventListener("keydown", (press) => {
        if (press.key === "+" || press.key === "=") size(1);
        if (press.key === "-") size(-1);
      });
      dialog.addEventListener("close", () => { dialog.remove(); link.focus(); });
      document.body.append(dialog);
      dialog.showModal();
      if (image.complete) size(0); else image.addEventListener("load", () => size(0));
    });
  }
})();
