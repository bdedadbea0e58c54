// Detects repeated and missing entries of a log: within an epoch, ids increase by one.
import type { LogGap } from "../bff/live.ts";

/** Position in one log. */
export class Continuity {
  #epoch: string | undefined;
  #lastId = 0;
  #lastAt: string | null = null;

  /** True for a new line. `missing` is called first with the gap before it, if any. */
  acceptLine(epoch: string, id: number, at: string, missing: (gap: LogGap) => void): boolean {
    if (epoch === this.#epoch) {
      if (id <= this.#lastId) return false;
      // The number of missing lines is unknown, because a missing entry may itself be a gap.
      if (id > this.#lastId + 1) missing(this.#jump(id - 1, "overflow", at));
    } else if (this.#epoch !== undefined) {
      missing(this.#jump(id - 1, "expired", at));
    }
    this.#advance(epoch, id, at);
    return true;
  }

  /** True for a new gap. */
  acceptGap(epoch: string, gap: LogGap): boolean {
    if (epoch === this.#epoch && gap.id <= this.#lastId) return false;
    this.#advance(epoch, gap.id, gap.to);
    return true;
  }

  #advance(epoch: string, id: number, at: string): void {
    this.#epoch = epoch;
    this.#lastId = id;
    this.#lastAt = at;
  }

  #jump(id: number, reason: LogGap["reason"], to: string): LogGap {
    return { id, reason, count: null, from: this.#lastAt, to };
  }
}
