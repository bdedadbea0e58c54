// Fast parser for log timestamps: caches the minute, because the lines of a busy log differ in their seconds only.

const wholeLength = "2026-11-21T03:08:59.120Z".length;
const minuteLength = "2026-11-21T03:08:".length;

/** A decimal digit; NaN for any other character. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 48;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}

/** Parses timestamps of one log. */
export class TimeReader {
  #minute: string | undefined;
  #minuteMs = 0;
  #exact = false;

  /** Whether formatting the last result with `toISOString` reproduces its text. */
  get exact(): boolean {
    return this.#exact;
  }

  /** Epoch milliseconds; NaN for invalid text. */
  read(at: string): number {
    if (this.#minute !== undefined && at.length === wholeLength && at.startsWith(this.#minute)) {
      const secondMs = (digit(at, 17) * 10 + digit(at, 18)) * 1000;
      const ms = secondMs + digit(at, 20) * 100 + digit(at, 21) * 10 + digit(at, 22);
      if (ms < 60_000 && at[19] === "." && at[23] === "Z") {
        this.#exact = true;
        return this.#minuteMs + ms;
      }
    }
    return this.#readUncached(at);
  }

  #readUncached(at: string): number {
    const atMs = Date.parse(at);
    this.#exact = !Number.isNaN(atMs) && new Date(atMs).toISOString() === at;
    if (this.#exact && at.length === wholeLength) {
      this.#minute = at.slice(0, minuteLength);
      this.#minuteMs = Math.floor(atMs / 60_000) * 60_000;
    }
    return atMs;
  }
}
