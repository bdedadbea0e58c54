/** Keys and pasted text from the opening of the palette until its field has the focus: its code loads on demand. */
export class TypedAhead {
  #text = "";
  #isPasted = false;
  #listening: AbortController | undefined;

  /** Keeps what is typed from now on. `onCancel`: Escape or a press beside; nothing is kept any more. */
  begin(onCancel: () => void): void {
    if (this.#listening !== undefined) return;
    this.#listening = new AbortController();
    const options = { capture: true, signal: this.#listening.signal };
    const cancel = () => {
      this.take();
      onCancel();
    };
    // On the window, before all other shortcuts.
    window.addEventListener(
      "keydown",
      (event) => {
        const { key } = event;
        if (isText(event)) this.#text += key;
        else if (key === "Backspace") this.#text = this.#text.slice(0, -1);
        else if (key === "Escape") cancel();
        // Nothing is listed yet that they could choose.
        else if (!["Enter", "Tab", "ArrowDown", "ArrowUp"].includes(key)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      options,
    );
    window.addEventListener(
      "paste",
      (event) => {
        this.#isPasted = true;
        this.#text += event.clipboardData?.getData("text") ?? "";
        event.preventDefault();
        event.stopPropagation();
      },
      options,
    );
    window.addEventListener("pointerdown", cancel, options);
  }

  /** What was typed, and whether some of it was pasted; from now on the field receives the keys itself. */
  take(): { text: string; isPasted: boolean } {
    const taken = { text: this.#text, isPasted: this.#isPasted };
    this.#text = "";
    this.#isPasted = false;
    this.#listening?.abort();
    this.#listening = undefined;
    return taken;
  }
}

/** AltGr is reported as Control with Alt. */
const isText = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) =>
  key.length === 1 && !metaKey && (!ctrlKey || altKey);
