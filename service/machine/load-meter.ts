// CPU and memory usage of a set of processes.
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessStatus } from "../../lib/contract/processes.ts";
import { type ProcessEntry, residentBytes } from "../kernel/process-tree.ts";

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

  /**
   * CPU is the average since the previous sample, or over 250 ms when that is older than 10 seconds. A sample younger
   * than a second is reused.
   */
  async read(): Promise<Load> {
    let entries = await this.#list();
    const ageMs = performance.now() - this.#sample.atMs;
    if (ageMs > 10_000) {
      this.#take(entries);
      await sleep(250);
      entries = await this.#list();
    }
    if (ageMs >= 1000) this.#take(entries);
    return { cpuPercent: this.#sample.percent, residentBytes: residentBytes(entries) };
  }

  /** The status of the measured process; `exitCode` is undefined while it runs. */
  async status(exitCode: () => number | undefined): Promise<ProcessStatus> {
    if (exitCode() === undefined) {
      const { cpuPercent, residentBytes: bytes } = await this.read();
      if (exitCode() === undefined) {
        const memory = bytes > 0 ? { mem_bytes: bytes } : {};
        return { state: "running", exit_code: null, cpu_pct: cpuPercent, ...memory };
      }
    }
    return { state: "exited", exit_code: exitCode() ?? -1 };
  }

  #take(entries: readonly ProcessEntry[]): void {
    const atMs = performance.now();
    const cpuMs = entries.reduce((sum, entry) => sum + entry.cpuMs, 0);
    // The CPU time of exited processes is missing from the sum, which may make the difference negative.
    const used = Math.max(0, cpuMs - this.#sample.cpuMs) / (atMs - this.#sample.atMs);
    this.#sample = { atMs, cpuMs, percent: Math.round(used * 1000) / 10 };
  }
}
