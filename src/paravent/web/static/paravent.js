// What HTML cannot do by itself. Works on plain http over a LAN: no crypto.subtle, no randomUUID, clipboard optional.
//
// htmx 4.0.1, read in its source, and what follows for us:
// - `innerMorph` sets input.value whenever the `value` attribute changed, unless the input has the focus; so a typed draft in an
//   input without focus is overwritten. A <textarea> likewise. `checked` and `selected` only change the attribute, which a control
//   the person has touched ignores. We veto those attribute changes on drafts, and give drafts back to controls that were re-created.
// - `open` of <details> and <dialog> is an attribute like another, hence removed by every morph. We veto it.
// - An element that moves keeps its focus only where Node.moveBefore exists; elsewhere it is lost. We give it back by id.
// - The vetoes go through an extension: htmx_before_morph_attr(element, {attrName, newValue}) returning false.

import { anew, follow } from "./live.js";
import "./tries.js";

const $ = (id) => document.getElementById(id);
const announce = (text) => { $("annonce").textContent = text; };

/** Storage that may be refused (private window): then nothing is remembered, and nothing breaks. */
const store = (kind) => ({
  get(key) { try { return JSON.parse(globalThis[kind].getItem(key)); } catch { return null; } },
  set(key, value) { try { globalThis[kind].setItem(key, JSON.stringify(value)); return true; } catch { return false; } },
  keys() { try { return Object.keys(globalThis[kind]); } catch { return []; } },
  drop(key) { try { globalThis[kind].removeItem(key); } catch { /* nothing was kept */ } },
});
const lasting = store("localStorage");

// Drafts ------------------------------------------------------------------------------------------------------------------------

// Kept by control id, so ids must belong to one question: a draft then never answers another one. An answer to a table may take
// days to write: it outlives the page, and another tab may have written more of it since.
const DRAFTS = "paravent:brouillons:";
const DRAFT_LIFE = 60 * 24 * 3600 * 1000;
const draftsKey = `${DRAFTS}${location.pathname}`;
const drawer = location.pathname.startsWith("/table/") ? lasting : store("sessionStorage");
let drafts = {};
let kept = false;
function readDrafts() { drafts = drawer.get(draftsKey)?.drafts ?? (kept ? {} : drafts); }
function writeDrafts() {
  kept = drawer.set(draftsKey, { at: Date.now(), drafts });
  if (!Object.keys(drafts).length) drawer.drop(draftsKey);
}
function dropDrafts(unwanted) {
  for (const key of lasting.keys()) if (key.startsWith(DRAFTS) && unwanted(key.slice(DRAFTS.length), key)) lasting.drop(key);
}
dropDrafts((_, key) => !(Date.now() - lasting.get(key)?.at < DRAFT_LIFE));
// A table forgotten before this script was there to hear of it: the list of those kept here tells.
if (location.pathname === "/") {
  const known = new Set([...document.querySelectorAll("[data-table]")].map((item) => item.dataset.table));
  dropDrafts((path) => path.startsWith("/table/") && !known.has(path.split("/")[2]));
}
readDrafts();
const isTick = (control) => control.type === "checkbox" || control.type === "radio";
const mayKeep = (control) => control.id && control.form && !["password", "hidden", "file"].includes(control.type)
  && !control.readOnly && !control.closest("[data-sans-brouillon]");

function keepDraft(control) {
  if (!mayKeep(control)) return;
  // Ticking one radio unticks its group: the whole group is remembered.
  readDrafts();
  const group = control.type === "radio" ? [...control.form.elements].filter((c) => c.name === control.name) : [control];
  for (const one of group) drafts[one.id] = isTick(one) ? one.checked : one.value;
  writeDrafts();
}

/** Give their drafts back to the controls under `root`. */
export function restoreDrafts(root = document) {
  readDrafts();
  for (const [id, draft] of Object.entries(drafts)) {
    const control = $(id);
    if (!control || !root.contains(control) || control === document.activeElement) continue;
    if (isTick(control)) { if (control.checked !== draft) control.checked = draft; }
    else if (control.value !== draft) control.value = draft;
  }
}

/** Forget the drafts of a form, once its answer is accepted. */
export function forgetDrafts(form) {
  readDrafts();
  for (const control of form.elements) delete drafts[control.id];
  writeDrafts();
}

// On a phone, what an answer brings about is above the thumb that gave it. The stream may bring it before the answer's own
// response does, and take away the form that gave it: this is remembered as it is sent.
let answered = false;
function showAnswered() {
  answered = false;
  if (!matchMedia("(max-width: 63.99rem)").matches) return;
  scrollTo({ top: 0 });
  $("a-toi").scrollTop = 0;
}

let focus = null;
globalThis.htmx?.registerExtension("paravent", {
  htmx_before_morph_attr(element, { attrName }) {
    if (attrName === "open" && element.matches("details, dialog")) return false;
    if (element.id in drafts && (attrName === "value" || attrName === "checked")) return false;
    return true;
  },
  htmx_before_swap() {
    const { activeElement: element } = document;
    focus = element?.id ? { id: element.id, start: element.selectionStart, end: element.selectionEnd } : null;
  },
  htmx_after_swap() {
    restoreDrafts();
    refreshHelpers();
    if (answered) showAnswered();
    if (!focus || document.activeElement !== document.body) return;
    const element = $(focus.id);
    element?.focus({ preventScroll: true });
    if (focus.start != null) element?.setSelectionRange?.(focus.start, focus.end);
  },
});

document.addEventListener("htmx:after:request", ({ target, detail: { ctx } }) => {
  // The stream may have taken the form away before its response came: the event is then the document's.
  const source = target.closest ? target : ctx?.sourceElement;
  const form = source?.closest?.("form");
  // What is only looked at answers nothing.
  if (!form || source.closest("[data-essai], [data-si]") || !ctx?.response?.raw?.ok) return;
  forgetDrafts(form);
  // Untouched again, its controls follow the server's values at the next morph; so do those that took its place.
  const successors = [...form.elements].map((control) => control.id && $(control.id)?.form);
  for (const each of new Set([form, ...successors])) each?.reset?.();
});
// A refusal may stand above what is folded, out of sight.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.response?.raw.ok === false) document.querySelector("#vue .refusal")?.scrollIntoView({ block: "nearest" });
});
document.addEventListener("submit", ({ target }) => {
  if (target.matches("[data-si]")) return;
  answered ||= Boolean(target.closest("#a-toi"));
  const { oublie } = target.dataset;
  if (oublie) dropDrafts((path) => path === `/table/${oublie}` || path.startsWith(`/table/${oublie}/`));
  if (target.method !== "dialog" && !target.matches("[hx-post], [data-hx-post]")) forgetDrafts(target);
});

// Falling -----------------------------------------------------------------------------------------------------------------------

const FALL = 480;
const LONGEST = 780;
const seen = new Set();
let falling = [];

function fall(elements) {
  const fresh = elements.filter(({ dataset: { tombe } }) => !seen.has(tombe) && seen.add(tombe));
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const step = Math.min(90, (LONGEST - FALL) / Math.max(1, fresh.length - 1));
  falling.push(...fresh.map((element, index) => element.animate([
    { transform: `translateY(-2.5rem) rotate(${index % 2 ? 9 : -9}deg)`, opacity: 0 },
    { transform: "translateY(0.15rem) rotate(0deg)", opacity: 1, offset: 0.8 },
    { transform: "none", opacity: 1 },
  ], { duration: FALL, delay: index * step, easing: "cubic-bezier(.3,.7,.3,1)", fill: "backwards" })));
}
function land() {
  for (const animation of falling) animation.finish();
  falling = [];
}
document.addEventListener("pointerdown", land);
document.addEventListener("keydown", land);

const within = (nodes, selector) => nodes.flatMap((node) => node.nodeType !== 1 ? []
  : [...(node.matches(selector) ? [node] : []), ...node.querySelectorAll(selector)]);

// What the page opened with has already happened: only what arrives afterwards falls.
function watch() {
  for (const { dataset: { tombe } } of document.querySelectorAll("[data-tombe]")) seen.add(tombe);
  new MutationObserver((records) => {
    const touched = records.flatMap((record) => record.type === "attributes" ? [record.target] : [...record.addedNodes]);
    fall([...new Set(within(touched, "[data-tombe]"))]);
    // A hidden log announces nothing: on the sheet's tab its last line is said aloud instead.
    const line = within(touched, ".log-line").at(-1);
    if (line && line.offsetParent === null) announce(line.querySelector(".log-line__text").textContent);
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-tombe"] });
}

// Keyboard and tabs -------------------------------------------------------------------------------------------------------------

const PLACES = { a: "a-toi", f: "fiche", t: "table", j: "journal" };
const help = $("raccourcis");
const shortcutsOn = $("raccourcis-actifs");
shortcutsOn.checked = lasting.get("paravent:raccourcis") ?? true;
shortcutsOn.addEventListener("change", () => lasting.set("paravent:raccourcis", shortcutsOn.checked));

function show(tab) {
  const radio = $(`onglet-${tab}`);
  if (radio) radio.checked = true;
  if (tab === "journal") $("journal-lignes")?.lastElementChild?.scrollIntoView({ block: "end" });
}
document.addEventListener("change", ({ target }) => { if (target.name === "onglet") show(target.value); });
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
  if (!shortcutsOn.checked || typing || help.open || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "?") { event.preventDefault(); help.showModal(); return; }
  const place = Object.hasOwn(PLACES, event.key) && $(PLACES[event.key]);
  if (!place) return;
  event.preventDefault();
  show(PLACES[event.key]);
  place.focus();
});

// Fields that help --------------------------------------------------------------------------------------------------------------

const list = new Intl.ListFormat("fr");

function helpPermutation(field) {
  const size = Number(field.dataset.permutation);
  const inputs = [...field.querySelectorAll("input[type=number]")];
  const given = new Map();
  for (const input of inputs) if (input.value) given.set(Number(input.value), [...(given.get(Number(input.value)) ?? []), input]);
  const left = Array.from({ length: size }, (_, i) => i + 1).filter((n) => !given.has(n));
  const twice = [...given].filter(([, users]) => users.length > 1);
  for (const input of inputs) input.classList.toggle("twice", (given.get(Number(input.value))?.length ?? 0) > 1);
  const name = (input) => input.labels[0].firstElementChild.textContent;
  const text = [
    left.length === 0 ? "Tous les nombres sont placés." : left.length === size ? `Chaque nombre de 1 à ${size} sert une fois.` : `Restent : ${left.join(", ")}.`,
    ...twice.map(([n, users]) => `Le ${n} sert deux fois : ${list.format(users.map(name))}.`),
  ].join(" ");
  const output = field.querySelector("[data-restent]");
  if (output.textContent !== text) output.textContent = text;
}

function helpPool(field, changed) {
  if (changed?.checked && changed.dataset.jumeau) {
    for (const twin of field.querySelectorAll("input:checked")) {
      if (twin !== changed && twin.dataset.jumeau === changed.dataset.jumeau) { twin.checked = false; keepDraft(twin); }
    }
  }
  let cost = 0, picked = 0;
  const advice = [];
  for (const group of field.querySelectorAll("[data-groupe]")) {
    const ticks = [...group.querySelectorAll("input:checked")];
    const { groupe, gratuits, auMoins, auPlus, prix } = group.dataset;
    const of = groupe ? `${groupe} : ` : "";
    picked += ticks.length;
    cost += Math.max(0, ticks.length - gratuits) * prix + ticks.reduce((sum, tick) => sum + Number(tick.dataset.prix ?? 0), 0);
    if (ticks.length < auMoins) advice.push(`${of}encore ${auMoins - ticks.length}`);
    if (ticks.length > auPlus) advice.push(`${of}${ticks.length - auPlus} de trop`);
  }
  for (const paid of field.form?.querySelectorAll("input[type=number][data-prix]") ?? []) cost += Number(paid.value) * paid.dataset.prix;
  const { budget, unite } = field.dataset;
  const price = unite ? ` · coût : ${cost} ${unite}${budget ? ` sur ${budget}` : ""}` : "";
  const output = field.querySelector("[data-compte]");
  const text = [`Choix : ${picked}${price}`, ...advice].join(" · ");
  if (output.textContent !== text) output.textContent = text;
}

/** How much of its total an allotment has given, and what is left. */
function helpAllotment(field) {
  const total = Number(field.dataset.somme);
  const given = [...field.querySelectorAll("input[type=number]")].reduce((sum, input) => sum + Number(input.value), 0);
  const left = total - given;
  const text = `${given} sur ${total}${left > 0 ? ` : encore ${left}` : left < 0 ? ` : ${-left} de trop` : " : le compte y est"}`;
  const output = field.querySelector("[data-compte]");
  if (output.textContent !== text) output.textContent = text;
}

function refreshHelpers() {
  document.querySelectorAll("[data-somme]").forEach(helpAllotment);
  document.querySelectorAll("[data-permutation]").forEach(helpPermutation);
  document.querySelectorAll("[data-reserve]").forEach((field) => helpPool(field));
}

document.addEventListener("input", ({ target }) => {
  keepDraft(target);
  const permutation = target.closest("[data-permutation]");
  if (permutation) helpPermutation(permutation);
  const allotment = target.closest("[data-somme]");
  if (allotment) helpAllotment(allotment);
  const pool = target.closest("[data-reserve]");
  if (pool) helpPool(pool, target);
  else if (target.dataset.prix) target.form.querySelectorAll("[data-reserve]").forEach((field) => helpPool(field));
});

// Double taps -------------------------------------------------------------------------------------------------------------------

// The next question may come under the finger between two taps: the second one is not its answer. A mouse counts its clicks,
// a finger does not always.
const TWICE = 400;
let tapped = { at: -TWICE, x: 0, y: 0 };
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("#vue button:not([type=button])")) return;
  const { timeStamp: at, clientX: x, clientY: y } = event;
  const again = event.pointerType === "touch" && at - tapped.at < TWICE && Math.hypot(x - tapped.x, y - tapped.y) < 40;
  tapped = { at, x, y };
  if (event.detail < 2 && !again) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("keydown", (event) => {
  // A key held down is one answer as well.
  if (event.repeat && event.key === "Enter" && event.target.closest?.("#vue button:not([type=button])")) event.preventDefault();
});

// Buttons -----------------------------------------------------------------------------------------------------------------------

async function copy(field) {
  field.select();
  try {
    // navigator.clipboard is undefined on plain http; the old command still works there.
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else if (!document.execCommand("copy")) throw new Error("copy refused");
    return "Copié.";
  } catch {
    return "Le texte est sélectionné : copie-le d’un appui long ou avec Ctrl+C.";
  }
}

/** Rank the rows of a permutation by their numbers, highest first, or back in their own order; focus stays where it is. */
function sortRanks(button) {
  const ranks = button.closest("[data-permutation]").querySelector(".permutation");
  const rows = [...ranks.children];
  rows.forEach((row, n) => { row.dataset.place ??= n; });
  const byScore = button.getAttribute("aria-pressed") !== "true";
  const rank = (row) => byScore ? -Number(row.querySelector("input").value) : Number(row.dataset.place);
  ranks.append(...rows.sort((a, b) => rank(a) - rank(b) || a.dataset.place - b.dataset.place));
  button.setAttribute("aria-pressed", byScore);
}

document.addEventListener("click", async ({ target }) => {
  const sorter = target.closest("[data-trier]");
  if (sorter) sortRanks(sorter);
  const step = target.closest("[data-pas]");
  if (step) {
    const input = $(step.dataset.pour);
    if (input.value === "") input.value = input.min || 0;
    else if (step.dataset.pas > 0) input.stepUp(); else input.stepDown();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const copier = target.closest("[data-copie]");
  if (copier) {
    const said = await copy($(copier.dataset.copie));
    copier.lastChild.textContent = said === "Copié." ? "Copié" : "Sélectionné";
    announce(said);
  }
  if (target.closest("[data-raccourcis]")) help.showModal();
});

// A menu closes on a touch elsewhere, and on Escape, which gives its own button the focus back.
document.addEventListener("pointerdown", ({ target }) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(target)) menu.open = false;
});
document.addEventListener("keydown", ({ key }) => {
  const menu = key === "Escape" && document.querySelector("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// The theme is a cookie, so that the server's next page is born with it.
document.addEventListener("change", ({ target }) => {
  if (!target.matches("[data-theme-choix]")) return;
  document.cookie = `theme=${target.value}; Path=/; Max-Age=${target.value ? 31536000 : 0}; SameSite=Lax`;
  if (target.value) document.documentElement.dataset.theme = target.value;
  else delete document.documentElement.dataset.theme;
});

// Contributions to chance -------------------------------------------------------------------------------------------------------

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What a seat publishes before it reveals its share (docs/hasard.md). All in hexadecimal. */
async function printOf({ table, epoch, siege }, share) {
  const { sha256 } = await import("./npm/hashes/sha2.js");
  // Netstrings; all parts are ASCII, so that a letter is a byte.
  const text = ["paravent/1/contribution", table, epoch, siege, share].map((part) => `${part.length}:${part},`).join("");
  return hex(sha256(new TextEncoder().encode(text)));
}

/** This browser's share for one seat and one period of chance: 32 random bytes, drawn once and kept. */
function shareOf({ table, epoch, siege }) {
  const key = `paravent:part:${table}:${epoch}:${siege}`;
  const kept = lasting.get(key);
  if (kept) return kept;
  const fresh = hex(crypto.getRandomValues(new Uint8Array(32)));
  // A print whose share we could not reveal later would be worth nothing.
  return lasting.set(key, fresh) ? fresh : "";
}

async function fillShare(form) {
  const share = shareOf(form.dataset);
  const print = form.elements.namedItem("f.print");
  const revealed = form.elements.namedItem("f.share");
  if (!share) { announce("Ce navigateur ne garde rien : il ne peut pas contribuer au hasard."); return; }
  if (print) print.value = await printOf(form.dataset, share);
  if (revealed) revealed.value = share;
  form.querySelector("[data-attend]").disabled = false;
}

// -------------------------------------------------------------------------------------------------------------------------------

restoreDrafts();
refreshHelpers();
watch();
for (const button of document.querySelectorAll("[data-trier]")) button.hidden = false;
if ($("vue")?.dataset.flux) follow($("vue"), $("connexion"));
else if ($("contenu")?.dataset.flux) follow($("contenu"), $("connexion"), anew);
document.querySelectorAll("[data-contribution]").forEach(fillShare);
for (const choice of document.querySelectorAll("[data-theme-choix]")) choice.value = document.documentElement.dataset.theme ?? "";
