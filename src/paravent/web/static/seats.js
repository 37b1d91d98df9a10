// What pages about seats do by themselves. Without scripts: the waiting page asks again every five seconds (attente.html),
// and the mark of what was seen moves on each time the table's page is opened (pages.py).

const RETRY = 4000;
const YEAR = 31_536_000;

/** A claimant's page: ask from time to time, and move to the table once it is granted. */
async function ask(address, said) {
  try {
    const answer = await fetch(address);
    if (answer.redirected) { location.replace(answer.url); return; }
    if (answer.ok && !(await answer.text()).includes(said)) { location.reload(); return; }
  } catch { /* the network will come back */ }
  setTimeout(ask, RETRY, address, said);
}

/** The table's page: what stands in the journal of a page in sight has been seen, unless the account of an absence is still open. */
function mark(view) {
  const line = [...view.querySelectorAll(".log-line")].at(-1);
  if (!line || document.hidden || document.getElementById("absence")) return;
  const [, id] = view.dataset.flux.match(/^\/table\/(\w+)\//);
  document.cookie = `vu-${id}=${line.id.replace(/\D/g, "")}; Path=/table/${id}; Max-Age=${YEAR}; SameSite=Lax`;
}

const waiting = document.querySelector("[data-attente]");
if (waiting) setTimeout(ask, RETRY, waiting.dataset.attente, "data-attente");

const view = document.getElementById("vue");
if (view) {
  new MutationObserver(() => mark(view)).observe(view, { childList: true, subtree: true });
  document.addEventListener("visibilitychange", () => mark(view));
}
