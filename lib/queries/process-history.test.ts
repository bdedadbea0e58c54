import { describe, expect, it } from "vitest";
import {
  forgotten,
  historySpanMs,
  joinedSamples,
  type ProcessHistory,
  withStatus,
} from "./process-history.ts";

const running = { state: "running", exit_code: null, cpu_pct: 12.5, mem_bytes: 1000 } as const;
const exited = { state: "exited", exit_code: 3 } as const;
const seen = (before: ProcessHistory | undefined, status: typeof running | typeof exited, atMs: number) =>
  withStatus(before, { status, atMs, stale: undefined });

describe("process history", () => {
  it("stores samples and the time range of the exit", () => {
    const history = seen(
      seen(seen(seen(undefined, running, 1000), running, 3000), exited, 5000),
      exited,
      9000,
    );
    expect(history.samples.map(({ atMs }) => atMs)).toEqual([1000, 3000]);
    expect(history).toMatchObject({ ranAtMs: 3000, exitedAtMs: 5000, readAtMs: 9000, status: exited });
  });

  it("stores only the first observation of a process that had exited before", () => {
    expect(seen(undefined, exited, 5000)).toMatchObject({
      samples: [],
      ranAtMs: undefined,
      exitedAtMs: 5000,
    });
  });

  it("preserves the last status after a 404", () => {
    const history = forgotten(forgotten(seen(undefined, exited, 5000), 7000), 9000);
    expect(history).toMatchObject({ status: exited, exitedAtMs: 5000, forgottenAtMs: 7000 });
  });

  it("adds no sample for an old response, and null for missing values", () => {
    const old = withStatus(seen(undefined, running, 1000), {
      status: running,
      atMs: 1000,
      stale: "upstream_slow",
    });
    expect(old).toMatchObject({ stale: "upstream_slow", samples: [{ atMs: 1000 }] });
    const bare = withStatus(undefined, { status: { state: "running" }, atMs: 1, stale: undefined });
    expect(bare.samples).toEqual([{ atMs: 1, cpuPct: null, memBytes: null }]);
  });

  it("merges recorded and local samples, each time once", () => {
    const recorded = [1000, 3000].map((at_ms) => ({ at_ms, cpu_pct: 12.5, cpu_max: 12.5, mem_bytes: 1000 }));
    const { samples } = seen(seen(undefined, running, 3000), running, 5000);
    const joined = joinedSamples(recorded, samples);
    expect(joined.map(({ atMs }) => atMs)).toEqual([1000, 3000, 5000]);
    expect(new Set(joined.map(({ cpuPct, memBytes }) => `${cpuPct} ${memBytes}`))).toEqual(
      new Set(["12.5 1000"]),
    );
    expect(joinedSamples([], [])).toEqual([]);
  });

  it("drops samples older than its span", () => {
    const history = seen(seen(undefined, running, 1000), running, 1000 + historySpanMs);
    expect(history.samples).toHaveLength(1);
  });
});
