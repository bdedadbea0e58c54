// @ts-check
// The dialog that is open in the browser, over its picture. Its texts are those of a page that nobody knows.

/**
 * Returns what shows a dialog, or none. `keys`: what has the keyboard while there is none.
 * @param {{
 *   keys: HTMLElement,
 *   isReadOnly: () => boolean,
 *   answer: (answer: { id: number, accept: boolean, text?: string }) => void,
 * }} page
 */
export const dialogPanel = ({ keys, isReadOnly, answer }) => {
  /** @param {string} text */
  const withVisibleMarks = (text) =>
    text.replace(
      /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
      (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`,
    );

  /** @param {string} id */
  const part = (id) => {
    const found = document.getElementById(id);
    if (!found) throw new Error(`the page has no ${id}`);
    return found;
  };
  const panel = part("dialog");
  const text = part("dialog-text");
  if (!(text instanceof HTMLInputElement)) throw new Error("the page has no field for the text");
  const [accept, dismiss] = [part("dialog-accept"), part("dialog-dismiss")];
  /** @type {import("./viewer-dialogs.ts").DialogNotice | null} */
  let shown = null;

  /**
   * @param {boolean} accepted
   * @param {UIEvent} event
   */
  const send = (accepted, event) => {
    // The second press of a double click was meant for what was there before.
    if (!shown || event.detail > 1) return;
    const { id, kind } = shown;
    answer({ id, accept: accepted, ...(accepted && kind === "prompt" ? { text: text.value } : {}) });
    show(null);
  };
  accept.addEventListener("click", (event) => send(true, event));
  dismiss.addEventListener("click", (event) => send(false, event));
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.repeat && !event.isComposing) send(true, event);
  });

  /** @param {import("./viewer-dialogs.ts").DialogNotice | null} dialog */
  const show = (dialog) => {
    if (dialog?.id !== shown?.id) text.value = dialog?.defaultText ?? "";
    shown = dialog;
    const hadFocus = panel.contains(document.activeElement);
    if (!dialog) {
      panel.hidden = true;
      if (hadFocus) keys.focus();
      return;
    }
    const leaves = dialog.kind === "beforeunload";
    part("dialog-kind").textContent = leaves ? "Leave the page?" : `JavaScript ${dialog.kind}`;
    part("dialog-place").textContent = [dialog.origin, dialog.elsewhere ? "in another tab" : ""]
      .filter(Boolean)
      .join(" ");
    part("dialog-message").textContent = withVisibleMarks(dialog.message);
    accept.textContent = leaves ? "Leave" : "OK";
    dismiss.textContent = leaves ? "Stay" : "Cancel";
    dismiss.hidden = dialog.kind === "alert";
    part("dialog-answers").hidden = isReadOnly();
    text.hidden = dialog.kind !== "prompt";
    panel.hidden = false;
    // Not on a button: who is typing would press it.
    if (document.activeElement === keys) panel.focus();
  };
  return show;
};
