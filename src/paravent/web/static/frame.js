// A drawing larger than its frame. Without this script the frame scrolls; with it, two fingers, Ctrl and the wheel, or
// « + », « − » and « 0 » also bring it closer or farther, and a mouse drags it.

const CLOSEST = 2.5;

function frame(element) {
  const drawing = () => element.querySelector("svg");
  const size = () => { const { width, height } = drawing().viewBox.baseVal; return [width, height]; };
  const whole = () => { const [wide, high] = size(); return Math.min(1, (element.clientWidth - 2) / wide, (innerHeight * 0.72) / high); };
  const farthest = () => Math.min(whole(), 0.25);
  let scale = 1;

  function fit() {
    const [wide, high] = size();
    drawing().setAttribute("width", wide * scale);
    drawing().setAttribute("height", high * scale);
  }
  function zoom(to, x = element.clientWidth / 2, y = element.clientHeight / 2) {
    const next = Math.min(CLOSEST, Math.max(farthest(), to));
    const [left, top] = [(element.scrollLeft + x) / scale, (element.scrollTop + y) / scale];
    scale = next;
    fit();
    element.scrollTo(left * scale - x, top * scale - y);
  }
  const within = ({ clientX, clientY }) => {
    const box = element.getBoundingClientRect();
    return [clientX - box.left, clientY - box.top];
  };

  element.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(scale * 2 ** (-event.deltaY / 300), ...within(event));
  }, { passive: false });

  // One finger scrolls, as everywhere; two are ours.
  const fingers = new Map();
  let apart = 0;
  const gap = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY); };
  let held = null;
  element.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch") {
      fingers.set(event.pointerId, event);
      if (fingers.size === 2) apart = gap();
    } else if (event.button === 0) {
      held = { x: event.clientX, y: event.clientY, left: element.scrollLeft, top: element.scrollTop };
      element.setPointerCapture(event.pointerId);
    }
  });
  element.addEventListener("pointermove", (event) => {
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, event);
    if (fingers.size === 2) {
      const now = gap();
      const [a, b] = [...fingers.values()].map(within);
      zoom(scale * now / apart, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      apart = now;
    } else if (held) element.scrollTo(held.left + held.x - event.clientX, held.top + held.y - event.clientY);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    element.addEventListener(name, ({ pointerId }) => { fingers.delete(pointerId); held = null; });
  }

  const keys = { "+": () => zoom(scale * 1.25), "=": () => zoom(scale * 1.25), "-": () => zoom(scale / 1.25), 0: () => zoom(whole()) };
  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
  const buttons = element.parentElement.querySelector("[data-cadre-boutons]");
  // A page kept fresh brings the drawing back as it is without this script.
  const ready = () => { buttons.hidden = false; fit(); };
  ready();
  document.addEventListener("htmx:after:swap", ready);
  buttons.addEventListener("click", ({ target }) => keys[target.closest("[data-cadre-geste]")?.dataset.cadreGeste]?.());
  // A drawing too wide is first seen whole, as long as it can still be read.
  if (whole() < 1) zoom(Math.max(whole(), 0.6));
  element.querySelector("[data-cadre-premier]")?.scrollIntoView({ block: "nearest", inline: "center" });
}

document.querySelectorAll("[data-cadre]").forEach(frame);
