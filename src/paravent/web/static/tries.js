// The chances beside a form (essai.html) are asked for as it is touched, by htmx. They also change with the table, and what
// is folded away need not know until it is unfolded.

function tryAgain(root, wanted) {
  for (const tried of root.querySelectorAll("[data-essai]")) {
    if (wanted(tried) && (tried.checkVisibility?.() ?? true)) htmx.trigger(tried, "bouge");
  }
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target?.id === "vue") tryAgain(document, (tried) => tried.textContent.trim());
});
document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.closest("#vue")) tryAgain(target, () => true);
}, true);
