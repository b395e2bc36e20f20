
// Marks in sources, by keyboard or pointer, and enlarged pictures.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const make = (tag, properties = {}) => Object.assign(document.createElement(tag), properties);

  const prepare = (field) => {
    const input = field.querySelector("input[type=hidden]");
    const list = field.querySelector("[data-marks]");
    const most = Number(field.dataset.most);
    const look = document.querySelector(".look");
    const status = field.querySelector("[data-told]");
    const pieces = all(".look [data-start], .look [data-row]");
    const source = (node) => node.closest("[data-source]").dataset.source;
    let marks = [], drawing = null; // the box that is being drawn: its frame and its sides
    look.classList.add("markable");

    const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
    const mark = (node) => ("start" in node.dataset
      ? { source: source(node), start: Number(node.dataset.start), end: Number(node.dataset.end) }
      : { source: source(node), cells: [[Number(node.dataset.row), Number(node.dataset.column)]] });
    const covers = (one, node) => one.source === source(node) && ("start" in node.dataset
      ? one.start < Number(node.dataset.end) && one.end > Number(node.dataset.start)
      : (one.cells || []).some(([row, column]) => row === Number(node.dataset.row) && column === Number(node.dataset.column)));
    const textOf = (one) => {
      if (one.box) {
        const section = all("[data-source]", look).find((node) => node.dataset.source === one.source);
        const title = section ? section.querySelector(".name bdi").textContent : "the image";
        return one.box.join() === "0,0,1,1" ? `All of ${title}` : `A part of ${title}`;
      }
      const letters = pieces.filter((node) => covers(one, node)).map((node) => {
        if (!("exact" in node.dataset)) return node.textContent;
        const start = Number(node.dataset.start);
        return Array.from(node.textContent).slice(Math.max(0, one.start - start), one.end - start).join("");
      });
      return `“${letters.join(" ").trim()}”`;
    };

    const draw = () => {
      for (const node of pieces) node.setAttribute("aria-pressed", marks.some((one) => covers(one, node)));
      for (const frame of all(".look .frame")) {
        for (const old of all("svg.drawing", frame)) old.remove();
        const boxes = marks.filter((one) => one.box && one.source === source(frame));
        if (drawing && drawing.frame === frame) boxes.push(drawing);
        if (!boxes.length) continue;
        const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        for (const [name, value] of [["class", "drawing"], ["viewBox", "0 0 100 100"], ["preserveAspectRatio", "none"], ["aria-hidden", "true"]]) svg.setAttribute(name, value);
        for (const { box } of boxes) {
          const sides = { x: box[0], y: box[1], width: box[2] - box[0], height: box[3] - box[1] };
          for (const name of ["under", "drawn"]) {
            const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
            for (const [side, value] of Object.entries(sides)) rect.setAttribute(side, 100 * value);
            rect.setAttribute("class", name);
            svg.append(rect);
          }
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
      if (now.length > most) {
        status.textContent = `At most ${most} marks. Remove one first.`;
        draw();
        return;
      }
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

    // Letters that were selected with the pointer, over one piece or several of one source.
    const offset = (piece, node, at) => {
      const range = document.createRange();
      range.setStart(piece, 0);
      range.setEnd(node, at);
      return Number(piece.dataset.start) + Array.from(range.toString()).length;
    };
    addEventListener("pointerup", () => setTimeout(() => {
      const selection = getSelection();
      if (field.disabled || selection.isCollapsed || !selection.rangeCount) return;
      const range = selection.getRangeAt(0);
      const touched = pieces.filter((node) => "start" in node.dataset && range.intersectsNode(node));
      if (!touched.length) return;
      const first = touched[0], last = touched.filter((node) => source(node) === source(first)).pop();
      const begins = "exact" in first.dataset && first.contains(range.startContainer);
      const ends = "exact" in last.dataset && last.contains(range.endContainer);
      const start = begins ? offset(first, range.startContainer, range.startOffset) : Number(first.dataset.start);
      const end = ends ? offset(last, range.endContainer, range.endOffset) : Number(last.dataset.end);
      const made = { source: source(first), start, end };
      selection.removeAllRanges();
      if (start < end && !marks.some((one) => same(one, made))) set([...marks, made]);
    }));

    // A box is drawn with the pointer. Fingers scroll and keys cannot draw: for them a button puts a box on the image,
    // which arrows move and size, and the next stroke on the image replaces it.
    const STEP = 0.02;
    const round = (box) => box.map((side) => Math.round(1e4 * side) / 1e4);
    const moved = (box, x, y, sized) => {
      const [left, top, right, bottom] = box;
      if (sized) return round([left, top, Math.min(1, Math.max(left + STEP, right + x)), Math.min(1, Math.max(top + STEP, bottom + y))]);
      const across = Math.min(1 - right, Math.max(-left, x)), down = Math.min(1 - bottom, Math.max(-top, y));
      return round([left + across, top + down, right + across, bottom + down]);
    };
    for (const frame of all(".look .frame")) {
      const bar = make("p", { className: "mark-image" });
      const part = make("button", { type: "button", className: "button", textContent: "Mark a part" });
      const whole = make("button", { type: "button", className: "button", textContent: "Mark the whole image" });
      part.dataset.part = "";
      bar.append(part, whole);
      frame.after(bar);
      let placing = null; // the box that arrows move
      const active = () => placing && marks.includes(placing);
      const place = (box) => {
        const others = marks.filter((one) => one !== placing);
        placing = box && { source: source(frame), box };
        set(box ? [...others, placing] : others);
      };
      const end = () => {
        placing = null;
        part.textContent = "Mark a part";
        status.textContent = "";
        delete frame.dataset.placing;
      };
      part.addEventListener("click", () => {
        if (field.disabled) return;
        if (active()) { end(); return; }
        place([0.25, 0.25, 0.75, 0.75]);
        if (!active()) return;
        part.textContent = "Done";
        frame.dataset.placing = "";
        status.textContent = "Draw on the image; or move the box with the arrow keys, and size it with Shift and arrow keys. Enter ends, Esc removes the box.";
      });
      part.addEventListener("keydown", (event) => {
        if (!active()) return;
        const [x, y] = { ArrowRight: [STEP, 0], ArrowLeft: [-STEP, 0], ArrowDown: [0, STEP], ArrowUp: [0, -STEP] }[event.key] || [0, 0];
        if (!x && !y && event.key !== "Escape") return;
        event.preventDefault();
        if (event.key === "Escape") { place(null); end(); } else place(moved(placing.box, x, y, event.shiftKey));
      });
      whole.addEventListener("click", () => { if (!field.disabled) set([...marks, { source: source(frame), box: [0, 0, 1, 1] }]); });

      let begun = null;
      const at = (event) => {
        const { left, top, width, height } = frame.getBoundingClientRect();
        const inside = (value) => Math.min(1, Math.max(0, value));
        return [inside((event.clientX - left) / width), inside((event.clientY - top) / height)];
      };
      const drawn = (event) => {
        const to = at(event), sides = [0, 1].map((axis) => [begun[axis], to[axis]].sort((one, other) => one - other));
        return round([sides[0][0], sides[1][0], sides[0][1], sides[1][1]]);
      };
      frame.addEventListener("dragstart", (event) => event.preventDefault());
      frame.addEventListener("pointerdown", (event) => {
        delete frame.dataset.drew;
        begun = event.button === 0 && !field.disabled ? at(event) : null;
        if (begun) frame.setPointerCapture(event.pointerId);
      });
      frame.addEventListener("pointermove", (event) => {
        if (!begun) return;
        drawing = { frame, box: drawn(event) };
        draw();
      });
      frame.addEventListener("pointercancel", () => { begun = drawing = null; draw(); });
      frame.addEventListener("pointerup", (event) => {
        if (!begun) return;
        const box = drawn(event);
        begun = drawing = null;
        if (box[2] - box[0] < STEP || box[3] - box[1] < STEP) { draw(); return; }
        frame.dataset.drew = "";
        if (active()) place(box); else set([...marks, { source: source(frame), box }]);
      });
    }

    // Keys go from piece to piece, and to the buttons of images.
    const stops = all(".look [data-start], .look [data-row], .look [data-part]");
    const extend = (node, next) => {
      const piece = "start" in node.dataset && "start" in next.dataset && source(node) === source(next);
      if (!piece || field.disabled) return;
      const old = marks.find((one) => covers(one, node)) || mark(node), more = mark(next);
      const longer = { ...old, start: Math.min(old.start, more.start), end: Math.max(old.end, more.end) };
      set([...marks.filter((one) => !covers(one, node) && !covers(one, next)), longer]);
    };
    stops.forEach((node, place) => {
      const button = "part" in node.dataset;
      if (!button) {
        node.setAttribute("role", "button");
        node.tabIndex = -1;
        node.addEventListener("click", () => { if (getSelection().isCollapsed) toggle(node); });
      }
      node.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        if (step) {
          event.preventDefault();
          const next = stops[place + step];
          if (next && event.shiftKey) extend(node, next);
          if (next) next.focus();
        } else if ((event.key === " " || event.key === "Enter") && !button) {
          event.preventDefault();
          event.stopPropagation();
          toggle(node);
        } else if (event.key === "Escape") {
          event.preventDefault();
          field.querySelector("[data-mark]").focus();
        }
      });
    });

    const start = () => { const first = stops.find((node) => node.getAttribute("aria-pressed") === "true") || stops[0]; if (first) first.focus(); };
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
