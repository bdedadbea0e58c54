// What has been seen of one log: the ids of an epoch rise by one, so that nothing is taken twice and nothing that is
// missing goes unsaid.
import type { LogGap } from "../bff/live.ts";

export class Continuity {
  #epoch: string | undefined;
  #lastId = 0;
  #lastAt: string | null = null;

  /** Whether a line has not been here. `missing` is told first what is missing before it. */
  takeLine(epoch: string, id: number, at: string, missing: (gap: LogGap) => void): boolean {
    if (epoch === this.#epoch) {
      if (id <= this.#lastId) return false;
      // How many of the missing entries were lines, and how many stood for several, nobody can say.
      if (id > this.#lastId + 1) missing(this.#jump(id - 1, "overflow", at));
    } else if (this.#epoch !== undefined) {
      missing(this.#jump(id - 1, "expired", at));
    }
    this.#pass(epoch, id, at);
    return true;
  }

  /** Whether a break has not been here. */
  takeGap(epoch: string, gap: LogGap): boolean {
    if (epoch === this.#epoch && gap.id <= this.#lastId) return false;
    this.#pass(epoch, gap.id, gap.to);
    return true;
  }

  #pass(epoch: string, id: number, at: string): void {
    this.#epoch = epoch;
    this.#lastId = id;
    this.#lastAt = at;
  }

  #jump(id: number, reason: LogGap["reason"], to: string): LogGap {
    return { id, reason, count: null, from: this.#lastAt, to };
  }
}
