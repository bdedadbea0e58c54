// Runs in each document, in a world of its own that the page cannot see, and reports what its user does to the function
// with this name. Never reports what is typed into a field for a secret, nor the text of any field.
(reportName) => {
  // It begins with the document; the function is added a moment later, and then the script is run again.
  if (globalThis.sendPending) return globalThis.sendPending();
  const pending = [];
  const maxPending = 100;
  globalThis.sendPending = () => {
    const report = globalThis[reportName];
    if (typeof report === "function") for (const interaction of pending.splice(0)) report(interaction);
  };

  const maxTextLength = 200;
  const maxDepth = 8;
  const secretNames = /passw|pwd|secret/i;
  const secretContents = /password|one-time-code|cc-(number|csc)/;
  const scrollSettledMs = 200;
  /** Fields that were ever for passwords: a page may show what was typed by changing the type. */
  const passwordFields = new WeakSet();

  const tagOf = (element) => element.tagName.toUpperCase();

  const selectorOf = (element) => {
    const steps = [];
    for (let at = element; at instanceof Element && steps.length < maxDepth; at = at.parentElement) {
      if (at.id) {
        steps.unshift(`#${CSS.escape(at.id)}`);
        break;
      }
      const name = at.localName;
      const alike = at.parentElement
        ? [...at.parentElement.children].filter((other) => other.localName === name)
        : [];
      steps.unshift(alike.length > 1 ? `${name}:nth-of-type(${alike.indexOf(at) + 1})` : name);
    }
    return steps.join(" > ");
  };

  const isSecret = (element) => {
    if (!(element instanceof HTMLInputElement)) return false;
    if (element.type === "password") passwordFields.add(element);
    return (
      passwordFields.has(element) ||
      secretContents.test(element.autocomplete) ||
      secretNames.test(`${element.name} ${element.id}`)
    );
  };

  const elementOf = (event) => {
    const [target] = event.composedPath();
    return target instanceof Element ? target : document.documentElement;
  };

  const send = (type, data) => {
    pending.push(JSON.stringify({ type, data }));
    if (pending.length > maxPending) pending.shift();
    globalThis.sendPending();
  };

  addEventListener(
    "click",
    (event) => {
      if (!event.isTrusted) return;
      const element = elementOf(event);
      const isField = element.matches("input, textarea, select, [contenteditable]");
      // biome-ignore lint/performance/useDomNodeTextContent: only what is visible, without scripts and styles
      const text = isField ? "" : (element.innerText ?? "").trim().slice(0, maxTextLength);
      const place = { x: event.clientX, y: event.clientY };
      send("click", { selector: selectorOf(element), tag: tagOf(element), text, ...place });
    },
    { capture: true, passive: true },
  );

  addEventListener(
    "focusin",
    (event) => {
      isSecret(elementOf(event));
    },
    { capture: true, passive: true },
  );

  addEventListener(
    "keydown",
    (event) => {
      if (!event.isTrusted) return;
      const element = elementOf(event);
      const key = isSecret(element) ? {} : { key: event.key };
      send("key", { ...key, selector: selectorOf(element), tag: tagOf(element) });
    },
    { capture: true, passive: true },
  );

  const scrolls = new Map();
  const positions = new WeakMap();
  addEventListener(
    "scroll",
    (event) => {
      const root = document.scrollingElement ?? document.documentElement;
      const element = event.target instanceof Element ? event.target : root;
      const before = positions.get(element) ?? { x: 0, y: 0 };
      const scroll = scrolls.get(element) ?? { from: before, timer: 0 };
      clearTimeout(scroll.timer);
      scroll.timer = setTimeout(() => {
        scrolls.delete(element);
        const to = { x: element.scrollLeft, y: element.scrollTop };
        positions.set(element, to);
        send("scroll", {
          target_selector: selectorOf(element),
          from_x: scroll.from.x,
          from_y: scroll.from.y,
          to_x: to.x,
          to_y: to.y,
        });
      }, scrollSettledMs);
      scrolls.set(element, scroll);
    },
    { capture: true, passive: true },
  );
};
