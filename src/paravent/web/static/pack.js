// The editor of packs: checked as one types. Without scripts « Vérifier » sends the form, and links of lines lead to the text.

import { forgetDrafts } from "./paravent.js";

const PAUSE = 450;
const form = document.getElementById("module");
const source = form.elements.namedItem("paquet_texte");
const file = form.elements.namedItem("fichier");
const verdict = document.getElementById("verdict");
const announce = (text) => { document.getElementById("annonce").textContent = text; };

let timer = 0;
let asking = null;

function check(pause = PAUSE) {
  clearTimeout(timer);
  asking?.abort();
  verdict.setAttribute("aria-busy", "true");
  timer = setTimeout(ask, pause);
}

/** The verdict on the text as it is now; a text written since stops the request. */
async function ask() {
  asking = new AbortController();
  const { signal } = asking;
  const body = new FormData(form);
  body.delete("fichier");
  try {
    const answer = await fetch(form.getAttribute("action"), { method: "POST", headers: { "X-Verdict": "1" }, body, signal });
    if (answer.status === 429) { check(1000 * (answer.headers.get("Retry-After") ?? 2)); return; }
    const text = await answer.text();
    if (signal.aborted) return;
    show(text, answer.ok || answer.status === 422);
  } catch {
    if (!signal.aborted) say("Le serveur ne répond pas : la vérification reprendra à la prochaine retouche.");
  }
}

function show(html, told) {
  if (!told) { say("Ce texte n’a pas pu être vérifié."); return; }
  const before = document.getElementById("bilan")?.textContent;
  verdict.innerHTML = html;
  verdict.removeAttribute("aria-busy");
  source.toggleAttribute("aria-invalid", false);
  if (document.getElementById("defauts")) source.setAttribute("aria-invalid", "true");
  // Sums and pools are counted by what listens to their fields.
  for (const field of verdict.querySelectorAll("[data-somme] input, [data-reserve] input")) field.dispatchEvent(new Event("input", { bubbles: true }));
  const after = document.getElementById("bilan").textContent;
  if (after !== before) announce(after);
}

function say(text) {
  verdict.removeAttribute("aria-busy");
  const line = document.createElement("p");
  line.id = "bilan";
  line.textContent = text;
  verdict.replaceChildren(line);
  announce(text);
}

/** Select a line, and bring it into sight a few lines under the edge. */
function goTo(number) {
  const lines = source.value.split("\n");
  const start = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
  source.focus({ preventScroll: true });
  source.setSelectionRange(start, start + (lines[number - 1]?.length ?? 0));
  source.scrollLeft = 0;
  source.scrollTop = Math.max(0, number - 4) * parseFloat(getComputedStyle(source).lineHeight);
  source.scrollIntoView({ block: "nearest" });
}

source.addEventListener("input", () => check());
document.getElementById("options").addEventListener("change", () => check(0));
file.addEventListener("change", async () => {
  if (!file.files.length) return;
  source.value = await file.files[0].text();
  // The text is now what is sent, and may be retouched.
  file.value = "";
  source.dispatchEvent(new Event("input", { bubbles: true }));
});
form.addEventListener("reset", () => { setTimeout(() => { forgetDrafts(form); check(0); }); });
form.addEventListener("submit", (event) => {
  // Whoever comes back finds what they wrote: nothing here is an answer, after which drafts are forgotten.
  event.stopPropagation();
  if (event.submitter?.id !== "verifier") return;
  event.preventDefault();
  check(0);
});
verdict.addEventListener("click", (event) => {
  const link = event.target.closest("[data-ligne]");
  if (!link) return;
  event.preventDefault();
  goTo(Number(link.dataset.ligne));
});

// A draft given back is not what the server has just checked.
if (source.value !== source.defaultValue) check(0);
