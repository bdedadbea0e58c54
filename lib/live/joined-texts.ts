// Texts as one string, a line each: searched without a call for each of them.

/** The index of the first text from one on that has something; the number of texts where none has. */
export type NextText = (index: number) => number;

export class JoinedTexts {
  readonly text: string;
  /** Where each text begins, and where one more would. */
  readonly #starts: Uint32Array;

  constructor(texts: readonly string[]) {
    this.text = texts.join("\n");
    this.#starts = new Uint32Array(texts.length + 1);
    let start = 0;
    for (const [index, text] of texts.entries()) {
      start += text.length + 1;
      this.#starts[index + 1] = start;
    }
  }

  at(index: number): string {
    return this.text.slice(this.#starts[index], (this.#starts[index + 1] ?? 0) - 1);
  }

  /** The texts in which what `next` finds begins; to be called for ascending indexes. */
  occurrencesOf(next: (text: string, from: number) => number): NextText {
    const count = this.#starts.length - 1;
    let at = -1;
    let row = 0;
    return (index) => {
      const start = this.#starts[index] ?? 0;
      if (at < start) {
        const found = next(this.text, start);
        at = found === -1 ? Number.POSITIVE_INFINITY : found;
        row = found === -1 ? count : index;
      }
      while (row < count && at >= (this.#starts[row + 1] ?? 0)) row += 1;
      return row;
    };
  }
}
