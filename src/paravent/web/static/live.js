// What a seat sees, kept fresh. Each message of the stream makes the whole view, so only the newest one counts.
// Why an EventSource of our own rather than htmx's extension: docs/decisions/0003-flux-des-vues.md.

/** The server speaks every 5 s (stream.py, HEARTBEAT); a stream silent for longer than this has been cut without a word. */
const SILENCE = 12_000;
/** A cut shorter than this is not worth a word to the reader. */
const GRACE = 700;
const FIRST_RETRY = 250;
const LONGEST_RETRY = 1500;
/** Every phone of a table loses the server at the same moment; they should not all come back at the same one. */
const jitter = (delay) => delay * (0.75 + Math.random() / 2);

/** The view that a message makes. It names the pieces that the last message of this connection made or named, rather
 * than send them again (kept.py, Sent). `held`: those pieces; what the message leaves out of them is forgotten, as at the
 * other end. Null when one is missing. */
function made(message, held) {
  const [view, ...fresh] = message.split("\x1e");
  const pieces = new Map([...held, ...fresh.map((piece) => [piece.slice(0, 16), piece.slice(16)])]);
  const named = new Set();
  const text = view.replace(/\x1f([\w-]{16})/g, (_, name) => { named.add(name); return pieces.get(name); });
  held.clear();
  for (const name of named) held.set(name, pieces.get(name));
  return [...named].every((name) => pieces.has(name)) ? text : null;
}

/** Follow the stream named by `view.dataset.flux`, and show in `notice` when it is cut or when an answer could not leave.
 * `inside`: what a message puts into `view`; null for nothing new. */
export function follow(view, notice, inside = (message) => message) {
  const [cut, unsent] = notice.children;
  let source = null;
  let delay = FIRST_RETRY;
  let retry, watchdog, grace;
  let received = 0, newest = ["", ""], drawn = 0, drawing = false;
  /** What the page shows, for the server to know when it comes back (marks.py); "" while that is not sure. */
  let mark = "";

  function hear() {
    delay = FIRST_RETRY;
    clearTimeout(grace);
    grace = null;
    cut.hidden = true;
    clearTimeout(watchdog);
    watchdog = setTimeout(lose, SILENCE);
  }

  function close() {
    source?.close();
    source = null;
    for (const timer of [retry, watchdog, grace]) clearTimeout(timer);
    grace = null;
  }

  function open() {
    source?.close();
    clearTimeout(retry);
    clearTimeout(watchdog);
    watchdog = setTimeout(lose, SILENCE);
    source = new EventSource(view.dataset.flux + (mark && `?vu=${mark}`));
    source.onerror = fail;
    const held = new Map();
    source.onmessage = ({ data, lastEventId }) => {
      const view = made(data, held);
      if (view === null) { mark = ""; lose(); return; }
      hear(); received += 1; newest = [view, lastEventId]; draw();
    };
    source.addEventListener("alive", hear);
    source.addEventListener("end", leave);
  }

  // The browser would retry by itself, but only for some failures, and after delays of its own.
  function lose() {
    source?.close();
    clearTimeout(watchdog);
    grace ??= setTimeout(() => { cut.hidden = false; }, GRACE);
    clearTimeout(retry);
    retry = setTimeout(open, jitter(delay));
    delay = Math.min(2 * delay, LONGEST_RETRY);
  }

  async function fail() {
    // Closed for good: there was an answer, and it was no stream. A script cannot read which; the page itself will tell.
    const answered = source.readyState === EventSource.CLOSED;
    lose();
    if (!answered) return;
    const page = await fetch(location.href).catch(() => null);
    if (page?.status === 404) { leave(); location.reload(); }
  }

  async function draw() {
    if (drawing) return;
    drawing = true;
    try {
      while (drawn < received) {
        drawn = received;
        mark = "";
        const [message, its] = newest;
        const text = await inside(message);
        if (text === null) continue;
        await htmx.swap({ sourceElement: view, target: view, swap: "innerMorph", text });
        mark = its;
      }
    } finally { drawing = false; }
  }

  // A hidden page lets its connection go: browsers allow six a host, phones sleep. Coming back, it asks for what changed.
  const wake = () => { if (document.hidden) pause(); else open(); };
  function pause() { close(); cut.hidden = true; }
  const pageshow = ({ persisted }) => { if (persisted) wake(); };
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pagehide", pause);
  addEventListener("pageshow", pageshow);

  function leave() {
    pause();
    document.removeEventListener("visibilitychange", wake);
    removeEventListener("online", wake);
    removeEventListener("pageshow", pageshow);
  }

  // An answer's own view may arrive after a newer one of the stream, on another connection: the stream has the last word.
  const since = new WeakMap();
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => { since.set(ctx, received); unsent.hidden = true; });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    // The view of an answer, and of a refusal that newer news overtook as well, has no mark.
    if (ctx.response && ctx.target === view) mark = "";
    if (ctx.response?.raw.ok && since.get(ctx) < received) { drawn = 0; draw(); }
  });
  document.addEventListener("htmx:error", ({ target, detail: { ctx } }) => { if (since.has(ctx) && target.closest?.("form")) unsent.hidden = false; });

  wake();
}

/** For a page beside the table: a message says that something changed, and the page itself is asked for again. */
export async function anew() {
  const page = await fetch(location.href).catch(() => null);
  if (page?.status === 404) location.reload();
  if (!page?.ok) return null;
  return new DOMParser().parseFromString(await page.text(), "text/html").getElementById("contenu").innerHTML;
}
