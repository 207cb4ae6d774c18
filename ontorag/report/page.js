"use strict";
// The page's behaviour: it only reads the two JSON islands and what is in the page already.
// Texts are set by textContent or drawn on the canvas, never as markup.
(() => {
  const byId = (id) => document.getElementById(id);
  const all = (selector) => Array.from(document.querySelectorAll(selector));
  const drawing = JSON.parse(byId("drawing").textContent);
  const said = drawing.words;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  document.documentElement.classList.add("live");

  // ---- state -----------------------------------------------------------------------------
  const nodes = new Map(drawing.nodes.map((node) => [node.id, node]));
  const edges = new Map(drawing.edges.map((edge) => [edge.id, edge]));
  const off = new Set(); // legend entries that are switched off
  let picked = null; // id of the picked fact
  let near = null; // id of the fact under the mouse or the focus
  let chosen = null; // id of the chosen node
  let hits = null; // ids of the nodes that the search found
  let colours = {};
  let network = null;
  let visEdges = null;
  let visNodes = null;

  const readColours = () => {
    const style = getComputedStyle(document.documentElement);
    const value = (name) => style.getPropertyValue(`--${name}`).trim();
    colours = { fill: [] };
    for (const name of ["card", "sunk", "ink", "quiet", "strong-rule", "edge", "cited", "accent", "sans"]) {
      colours[name] = value(name);
    }
    for (let at = 0; at <= 8; at++) colours.fill.push(value(`c${at}`));
  };

  // ---- drawing ---------------------------------------------------------------------------
  const isOff = (node) => off.has(`group:${node.group}`);
  const isEdgeOff = (edge) =>
    off.has(`origin:${edge.origin}`) || isOff(nodes.get(edge.from)) || isOff(nodes.get(edge.to));
  const touches = (edge, id) => edge.from === id || edge.to === id;
  const neighbours = () => {
    const ids = new Set([chosen]);
    for (const edge of edges.values()) if (touches(edge, chosen)) ids.add(edge.from).add(edge.to);
    return ids;
  };
  const lit = () => {
    if (hits) return hits;
    if (chosen) return neighbours();
    return null;
  };
  let bright = null; // the nodes that stay bright while others are dimmed, or null for all

  // Zoomed out, labels shrink less than the picture does.
  const legible = () => Math.min(1.3, Math.max(1, 0.8 / network.getScale()));
  const alphaOf = (id) => (bright && !bright.has(id) ? 0.22 : 1);

  const trace = (ctx, corners, x, y, size) => {
    ctx.beginPath();
    if (!corners.length) ctx.arc(x, y, size, 0, 2 * Math.PI);
    corners.forEach(([dx, dy], at) => {
      if (at) ctx.lineTo(x + size * dx, y + size * dy);
      else ctx.moveTo(x + size * dx, y + size * dy);
    });
    ctx.closePath();
  };

  const starPath = (ctx, x, y, size) => {
    ctx.beginPath();
    for (let at = 0; at < 10; at++) {
      const reach = size * (at % 2 ? 0.42 : 1);
      const angle = -Math.PI / 2 + (at * Math.PI) / 5;
      ctx.lineTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
    }
    ctx.closePath();
  };

  const isLight = (colour) => {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    return 0.299 * r + 0.587 * g + 0.114 * b >= 150;
  };

  const haloText = (ctx, text, x, y, colour) => {
    ctx.textAlign = "center";
    ctx.textBaseline = "alphabetic";
    ctx.lineJoin = "round";
    ctx.lineWidth = 4;
    ctx.strokeStyle = colours.card;
    ctx.strokeText(text, x, y);
    ctx.fillStyle = colour;
    ctx.fillText(text, x, y);
  };

  const plateText = (ctx, text, x, y, colour) => {
    const wide = ctx.measureText(text).width + 6;
    const high = 15 * legible();
    ctx.fillStyle = colours.card;
    ctx.fillRect(x - wide / 2, y - high / 2, wide, high);
    ctx.textAlign = "center";
    ctx.textBaseline = "alphabetic";
    ctx.fillStyle = colour;
    ctx.fillText(text, x, y + 4);
  };

  const drawEntity = (ctx, node, x, y, marked) => {
    const fill = colours.fill[node.group];
    if (node.matched || marked) {
      ctx.beginPath();
      ctx.arc(x, y, node.size * 1.2 + 4, 0, 2 * Math.PI);
      ctx.fillStyle = colours.card;
      ctx.fill();
      ctx.lineWidth = 2;
      ctx.strokeStyle = marked ? colours.accent : colours.ink;
      ctx.stroke();
    }
    trace(ctx, drawing.outlines[node.group], x, y, node.size);
    ctx.fillStyle = fill;
    ctx.fill();
    ctx.lineWidth = 0.75;
    ctx.strokeStyle = colours.quiet;
    ctx.stroke();
    if (node.answer) {
      starPath(ctx, x, y, node.size * 0.66);
      ctx.fillStyle = isLight(fill) ? "#1d2329" : "#ffffff";
      ctx.fill();
    }
  };

  const drawLiteral = (ctx, node, x, y, marked) => {
    const strong = node.matched || node.answer || marked;
    ctx.beginPath();
    if (ctx.roundRect) ctx.roundRect(x - node.width / 2, y - node.height / 2, node.width, node.height, 4);
    else ctx.rect(x - node.width / 2, y - node.height / 2, node.width, node.height);
    ctx.fillStyle = colours.sunk;
    ctx.fill();
    ctx.lineWidth = strong ? 2 : 1;
    ctx.strokeStyle = marked ? colours.accent : strong ? colours.ink : colours["strong-rule"];
    ctx.stroke();
    ctx.font = `12px ${colours.sans}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillStyle = colours.ink;
    ctx.fillText((node.answer ? "★ " : "") + node.lines[0], x, y + 1, node.width - 8);
  };

  const drawNode = ({ ctx, id, x, y, state }) => {
    const node = nodes.get(id);
    const marked = state.selected || state.hover || (hits !== null && hits.has(id));
    const named = node.named || marked || (bright !== null && bright.has(id)) || network.getScale() > 1.15;
    return {
      drawNode() {
        ctx.globalAlpha = alphaOf(id);
        if (node.group < 0) drawLiteral(ctx, node, x, y, marked);
        else drawEntity(ctx, node, x, y, marked);
        ctx.globalAlpha = 1;
      },
      drawExternalLabel() {
        if (node.group < 0 || !named) return;
        const grow = legible();
        ctx.globalAlpha = alphaOf(id);
        ctx.font = `${node.answer ? 700 : node.matched || marked ? 600 : 400} ${13 * grow}px ${colours.sans}`;
        // A label above its node grows upwards, one below downwards.
        const up = node.label_y < 0 ? node.lines.length - 1 : 0;
        const first = y + node.label_y + 16 * up + (up || node.label_y < 0 ? 0 : 13 * (grow - 1));
        node.lines.forEach((line, at) => haloText(ctx, line, x, first + 16 * grow * (at - up), colours.ink));
        ctx.globalAlpha = 1;
      },
      nodeDimensions: { width: node.width, height: node.height },
    };
  };

  // Edges are drawn here, as the SVG draws them; vis-network only finds them under the mouse.
  const geometry = (edge) => {
    const place = network.getPositions([edge.from, edge.to]);
    const [a, b] = [place[edge.from], place[edge.to]];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const reach = 0.5 + Math.abs(edge.bend) / 2;
    const turn = (0.5 + edge.bend / 2) * Math.PI;
    const [along, across] = [reach * Math.sin(turn), reach * Math.cos(turn)];
    return { a, b, pull: { x: a.x + along * dx - across * dy, y: a.y + along * dy + across * dx } };
  };

  const pointOn = (edge) => {
    const { a, b, pull } = geometry(edge);
    if (edge.from === edge.to) return { x: a.x, y: a.y - nodes.get(edge.from).size - 34 };
    const t = edge.at ?? 0.5;
    const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
    return { x: p * a.x + q * pull.x + r * b.x, y: p * a.y + q * pull.y + r * b.y };
  };

  const border = (node, at, towards, gap) => {
    const [dx, dy] = [towards.x - at.x, towards.y - at.y];
    const length = Math.hypot(dx, dy) || 1;
    let reach = node.width / 2;
    if (node.group < 0) {
      reach = Math.min(((node.width / 2) * length) / (Math.abs(dx) || 1e-9), ((node.height / 2) * length) / (Math.abs(dy) || 1e-9));
    }
    return { x: at.x + (dx / length) * (reach + gap), y: at.y + (dy / length) * (reach + gap) };
  };

  const arrow = (ctx, tip, from, size) => {
    const angle = Math.atan2(tip.y - from.y, tip.x - from.x);
    ctx.beginPath();
    ctx.moveTo(tip.x, tip.y);
    for (const side of [2.76, -2.76]) {
      ctx.lineTo(tip.x + size * Math.cos(angle + side), tip.y + size * Math.sin(angle + side));
    }
    ctx.fill();
  };

  const DASHES = { inferred: [6, 4], dl: [6, 4], axiom: [2, 3], derived: [1, 4] };
  const drawEdge = (ctx, edge) => {
    const strong = edge.id === picked || edge.id === near;
    const [source, target] = [nodes.get(edge.from), nodes.get(edge.to)];
    const { a, b, pull } = geometry(edge);
    ctx.globalAlpha = strong ? 1 : Math.min(alphaOf(edge.from), alphaOf(edge.to));
    ctx.strokeStyle = ctx.fillStyle = strong ? colours.accent : edge.cited ? colours.cited : colours.edge;
    ctx.lineWidth = strong ? 3 : edge.cited ? 1.8 : 1.2;
    ctx.setLineDash(DASHES[edge.origin] || []);
    ctx.beginPath();
    let tip = { x: a.x + 5, y: a.y - source.size };
    let from = { x: tip.x + 11, y: tip.y - 20 };
    if (edge.from === edge.to) {
      ctx.moveTo(a.x - 5, tip.y);
      ctx.bezierCurveTo(a.x - 34, tip.y - 42, a.x + 34, tip.y - 42, tip.x, tip.y);
    } else {
      const start = border(source, a, pull, 1);
      tip = border(target, b, pull, 2);
      from = pull;
      ctx.moveTo(start.x, start.y);
      ctx.quadraticCurveTo(pull.x, pull.y, tip.x, tip.y);
    }
    ctx.stroke();
    ctx.setLineDash([]);
    arrow(ctx, tip, from, strong ? 13 : 9.7);
    ctx.globalAlpha = 1;
  };

  const drawEdges = (ctx) => {
    for (const edge of edges.values()) if (!isEdgeOff(edge)) drawEdge(ctx, edge);
  };

  const drawEdgeLabels = (ctx) => {
    for (const edge of edges.values()) {
      const strong = edge.id === picked || edge.id === near;
      const shown = strong || edge.at !== null || (chosen !== null && touches(edge, chosen));
      if (!shown || isEdgeOff(edge)) continue;
      const { x, y } = pointOn(edge);
      ctx.font = `${strong ? 600 : 400} ${11 * legible()}px ${colours.sans}`;
      ctx.globalAlpha = strong ? 1 : Math.min(alphaOf(edge.from), alphaOf(edge.to));
      plateText(ctx, edge.label, x, y, strong ? colours.accent : colours.quiet);
      ctx.globalAlpha = 1;
    }
  };

  const redraw = () => {
    if (!network) return;
    bright = lit();
    network.redraw();
  };

  const filter = () => {
    if (!network) return;
    visEdges.update(drawing.edges.map((edge) => ({ id: edge.id, hidden: isEdgeOff(edge) })));
    visNodes.update(drawing.nodes.map((node) => ({ id: node.id, hidden: isOff(node) })));
    redraw();
  };

  const fit = (animate) => {
    const [left, top, right, bottom] = drawing.extent;
    const box = byId("canvas").getBoundingClientRect();
    const scale = Math.min((box.width - 40) / (right - left), (box.height - 40) / (bottom - top), 1.25);
    const position = { x: (left + right) / 2, y: (top + bottom) / 2 };
    network.moveTo({ position, scale: Math.max(scale, 0.05), animation: animate && !calm ? { duration: 250 } : false });
  };

  // A flat picture needs no high canvas: take what it needs, at most what the style allows.
  const setHeight = () => {
    const container = byId("canvas");
    container.style.height = "";
    const [left, top, right, bottom] = drawing.extent;
    const scale = Math.min((container.clientWidth - 40) / (right - left), 1.25);
    const wanted = Math.max(260, Math.round((bottom - top) * scale) + 60);
    if (wanted < container.clientHeight) container.style.height = `${wanted}px`;
  };

  // Bring a point into view without changing the scale, so that the context stays.
  const reveal = (point) => {
    const box = byId("canvas").getBoundingClientRect();
    const at = network.canvasToDOM(point);
    if (at.x > 40 && at.y > 40 && at.x < box.width - 40 && at.y < box.height - 40) return;
    network.moveTo({ position: point, animation: calm ? false : { duration: 250 } });
  };

  const zoom = (factor) => {
    const scale = Math.min(4, Math.max(0.05, network.getScale() * factor));
    network.moveTo({ scale, animation: calm ? false : { duration: 150 } });
  };

  // ---- picking a fact or a node ------------------------------------------------------------
  const detail = byId("detail");
  const tell = (...parts) => {
    if (detail) detail.replaceChildren(...parts);
  };
  const cite = (id) => {
    const link = document.createElement("a");
    link.className = "cite";
    link.href = `#${id}`;
    link.dataset.fact = id;
    link.textContent = id;
    return link;
  };
  const bold = (text) => {
    const element = document.createElement("b");
    element.textContent = text;
    return element;
  };

  const markRows = () => {
    for (const row of all("tr.picked, .cite.picked")) row.classList.remove("picked");
    if (picked === null) return;
    byId(picked)?.classList.add("picked");
    for (const link of all(".cite")) link.classList.toggle("picked", link.dataset.fact === picked);
  };

  const tellFact = (id) => {
    const edge = edges.get(id);
    const words = edge ? edge.title.slice(id.length + 2) : byId(id)?.children[1]?.textContent || "";
    tell(cite(id), " ", bold(words), ...(edge && edge.about ? [" · " + edge.about] : []));
  };

  const pick = (id) => {
    picked = id;
    chosen = null;
    if (network) network.unselectAll();
    markRows();
    if (id === null) tell(said.graph_help);
    else tellFact(id);
    redraw();
    if (network && edges.has(id)) reveal(pointOn(edges.get(id)));
  };

  const tellNode = (id) => {
    const node = nodes.get(id);
    const cites = [];
    for (const edge of edges.values()) if (touches(edge, id)) cites.push(" ", cite(edge.id));
    tell(bold(node.label), " · " + node.title.split("\n").slice(1).join(" · "), ...cites.slice(0, 60));
  };

  const choose = (id) => {
    chosen = id;
    picked = null;
    markRows();
    if (id === null) tell(said.graph_help);
    else tellNode(id);
    redraw();
  };

  const hover = (id) => {
    if (near === id) return;
    near = id;
    if (network) redraw();
  };

  const unfold = () => {
    const rows = byId("folded");
    if (rows) rows.hidden = false;
    const button = byId("show-all");
    if (button) button.hidden = true;
  };

  const goTo = (id) => {
    const row = byId(id);
    if (!row) return;
    if (row.closest("#folded")) unfold();
    row.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.cite, tr[id] > th a");
    const row = event.target.closest("#facts tr[id]");
    if (link && link.hash) {
      event.preventDefault();
      history.replaceState(null, "", link.hash);
      pick(link.hash.slice(1));
      goTo(link.hash.slice(1));
    } else if (row) {
      pick(picked === row.id ? null : row.id);
    }
  });
  const factAt = (event) => {
    const found = event.target.closest?.("[data-fact], #facts tr[id]");
    return found ? found.dataset.fact || found.id : null;
  };
  for (const kind of ["mouseover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      if (!event.target.closest?.("#canvas")) hover(factAt(event));
    });
  }
  for (const element of all("[data-mention]")) {
    const twins = all(`[data-mention="${element.dataset.mention}"]`);
    const light = (on) => twins.forEach((twin) => twin.classList.toggle("near", on));
    element.addEventListener("mouseenter", () => light(true));
    element.addEventListener("mouseleave", () => light(false));
  }
  const followHash = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (/^[FDP]\d+$/.test(id) && byId(id)) {
      pick(id);
      goTo(id);
    }
  };
  addEventListener("hashchange", followHash);

  // ---- legend ------------------------------------------------------------------------------
  for (const button of all(".legend button")) {
    const { group, origin } = button.dataset;
    const key = group !== undefined ? `group:${group}` : `origin:${origin}`;
    button.addEventListener("click", () => {
      const shown = off.has(key);
      if (shown) off.delete(key);
      else off.add(key);
      button.setAttribute("aria-pressed", String(shown));
      filter();
    });
  }

  // ---- search ------------------------------------------------------------------------------
  const search = byId("search");
  const found = byId("found");
  let results = [];
  let at = -1;
  const plain = (text) => text.normalize("NFKC").toLowerCase();

  const look = () => {
    for (const row of all("tr.hit")) row.classList.remove("hit");
    const wanted = plain(search.value.trim());
    at = -1;
    results = [];
    hits = null;
    if (wanted) {
      const ids = drawing.nodes.filter((node) => !isOff(node) && node.find.includes(wanted)).map((node) => node.id);
      hits = nodes.size ? new Set(ids) : null;
      results = ids.map((id) => ({ id, node: true }));
      for (const row of all("#facts tr[id]")) {
        if (!plain(row.textContent).includes(wanted)) continue;
        row.classList.add("hit");
        if (!ids.length) results.push({ id: row.id, node: false });
      }
      found.textContent = results.length ? said.found_some.replace("{n}", results.length) : said.found_none;
    } else found.textContent = "";
    redraw();
  };

  const cycle = (step) => {
    if (!results.length) return;
    at = (at + step + results.length) % results.length;
    const { id, node } = results[at];
    found.textContent = said.found.replace("{at}", at + 1).replace("{n}", results.length);
    if (node) {
      network.selectNodes([id], false);
      tellNode(id);
      reveal(network.getPositions([id])[id]);
      redraw();
    } else {
      pick(id);
      goTo(id);
    }
  };

  const reset = () => {
    search.value = "";
    off.clear();
    for (const button of all(".legend button")) button.setAttribute("aria-pressed", "true");
    look();
    pick(null);
    filter();
    if (network) fit(true);
  };

  search?.addEventListener("input", look);
  search?.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      cycle(event.shiftKey ? -1 : 1);
    }
  });
  document.addEventListener("keydown", (event) => {
    if (!search) return;
    if (event.key === "Escape") reset();
    const typing = event.target.closest("input, textarea, select");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      search.focus();
      search.select();
    }
  });

  // ---- downloads ---------------------------------------------------------------------------
  const save = (blob, name) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };

  const resultBytes = async () => {
    const island = byId("result");
    if (!island.dataset.packed) return new Blob([island.textContent], { type: "application/json" });
    const bytes = Uint8Array.from(atob(island.textContent), (char) => char.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Blob([await new Response(stream).arrayBuffer()], { type: "application/json" });
  };

  const savePicture = () => {
    const from = byId("canvas").querySelector("canvas");
    const to = document.createElement("canvas");
    to.width = from.width;
    to.height = from.height;
    const ctx = to.getContext("2d");
    ctx.fillStyle = colours.card;
    ctx.fillRect(0, 0, to.width, to.height);
    ctx.drawImage(from, 0, 0);
    to.toBlob((blob) => save(blob, "graph.png"), "image/png");
  };

  byId("json").addEventListener("click", async () => save(await resultBytes(), "result.json"));

  // ---- long tables -------------------------------------------------------------------------
  const folded = byId("folded");
  if (folded) {
    folded.hidden = true;
    byId("show-all").hidden = false;
    byId("show-all").addEventListener("click", unfold);
    addEventListener("beforeprint", unfold);
  }

  // ---- the network -------------------------------------------------------------------------
  const start = () => {
    const container = byId("canvas");
    setHeight();
    visNodes = new vis.DataSet(drawing.nodes.map(({ id, x, y, label, title }) => ({ id, x, y, label, title })));
    visEdges = new vis.DataSet(
      drawing.edges.map((edge) => ({
        id: edge.id,
        from: edge.from,
        to: edge.to,
        title: edge.title + (edge.about ? "\n" + edge.about : ""),
        smooth: edge.bend
          ? { enabled: true, type: edge.bend > 0 ? "curvedCW" : "curvedCCW", roundness: Math.abs(edge.bend) }
          : false,
      })),
    );
    const options = drawing.options;
    options.nodes.ctxRenderer = drawNode;
    network = { getScale: () => 1, redraw() {} }; // while vis draws for the first time
    network = new vis.Network(container, { nodes: visNodes, edges: visEdges }, options);
    network.on("beforeDrawing", (ctx) => {
      drawEdges(ctx);
      drawEdgeLabels(ctx); // below the nodes, so that no label hides one
    });
    network.on("click", ({ nodes: [node], edges: [edge] }) => {
      if (node) choose(node);
      else if (edge) pick(edge);
      else pick(null);
    });
    network.on("hoverEdge", ({ edge }) => hover(edge));
    network.on("blurEdge", () => hover(null));
    // The wheel scrolls the page unless the graph has the focus or Ctrl is held.
    container.addEventListener(
      "wheel",
      (event) => {
        const inside = container.contains(document.activeElement);
        if (!inside && !event.ctrlKey && !event.metaKey) event.stopPropagation();
      },
      { capture: true },
    );
    byId("fit").addEventListener("click", () => fit(true));
    byId("zoom-in").addEventListener("click", () => zoom(1.3));
    byId("zoom-out").addEventListener("click", () => zoom(1 / 1.3));
    byId("png").addEventListener("click", savePicture);
    fit(false);
    addEventListener("resize", setHeight);
    new ResizeObserver(() => {
      network.setSize("100%", "100%");
      fit(false);
      network.redraw();
    }).observe(container);
  };

  readColours();
  for (const query of ["(prefers-color-scheme: dark)", "print"]) {
    matchMedia(query).addEventListener("change", () => {
      readColours();
      redraw();
    });
  }
  if (nodes.size) start();
  followHash();
})();
