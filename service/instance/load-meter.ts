// CPU and memory of a set of processes, read from the system.
import { setTimeout as sleep } from "node:timers/promises";
import { type ProcessEntry, residentBytes } from "./process-tree.ts";

export interface Load {
  /** Percent of one core. */
  cpuPercent: number;
  residentBytes: number;
}

export class LoadMeter {
  readonly #list: () => Promise<readonly ProcessEntry[]>;
  #sample = { atMs: Number.NEGATIVE_INFINITY, cpuMs: 0, percent: 0 };

  constructor(list: () => Promise<readonly ProcessEntry[]>) {
    this.#list = list;
  }

  /** CPU is the average since the last look if that was 1 to 10 seconds ago, else over a quarter of a second. */
  async read(): Promise<Load> {
    let entries = await this.#list();
    const ageMs = performance.now() - this.#sample.atMs;
    if (ageMs > 10_000) {
      this.#take(entries);
      await sleep(250);
      entries = await this.#list();
    }
    if (ageMs >= 1000) this.#take(entries);
    return { cpuPercent: this.#sample.percent, residentBytes: await residentBytes(entries) };
  }

  #take(entries: readonly ProcessEntry[]): void {
    const atMs = performance.now();
    const cpuMs = entries.reduce((sum, entry) => sum + entry.cpuMs, 0);
    // A child that ended takes its time with it; less than nothing was not used.
    const used = Math.max(0, cpuMs - this.#sample.cpuMs) / (atMs - this.#sample.atMs);
    this.#sample = { atMs, cpuMs, percent: Math.round(used * 1000) / 10 };
  }
}
