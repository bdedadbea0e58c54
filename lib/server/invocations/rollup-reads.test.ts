import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { countOf } from "../../insight/histogram.ts";
import { addText, type HistogramSum, histogramOfSum } from "../../insight/histogram-sum.ts";
import { invocationRowOf } from "./invocation-rows.ts";
import { writeInvocations } from "./invocation-writes.ts";
import { sumDurations, sumEnded, sumVersions } from "./rollup-reads.ts";
import { rollupWidths } from "./rollups.ts";

const widthMs = rollupWidths.fine;
const nowMs = Date.UTC(2026, 10, 20, 12, 0, 0);

it("sums both parts of a span as the versions of each part add up", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-rollups-"));
  const db = await openEmptyStore(dataDir);
  try {
    const rows = Array.from({ length: 300 }, (_, at) =>
      invocationRowOf(
        {
          id: `r${at}`,
          app_name: "shop",
          action_name: "buy",
          version: `v${at % 3}`,
          status: at % 7 === 0 ? "running" : at % 4 === 0 ? "failed" : "succeeded",
          started_at: new Date(nowMs - at * 60_000).toISOString(),
          finished_at: at % 7 === 0 ? null : new Date(nowMs - at * 60_000 + 1_000 + at).toISOString(),
        },
        nowMs,
      ),
    );
    await db.transaction().execute((trx) => writeInvocations(trx, rows));
    // More than two whole hours, and parts of others before and after them.
    const [sinceMs, splitMs, untilMs] = [nowMs - 44 * widthMs, nowMs - 4 * widthMs, nowMs - widthMs];
    const added = async (span: { sinceMs: number; untilMs: number }) => {
      const versions = await sumVersions(db, { widthMs, ...span });
      return {
        failed: versions.reduce((sum, { failed }) => sum + failed, 0),
        ended: versions.reduce((sum, { finished }) => sum + finished, 0),
      };
    };
    const before = await added({ sinceMs, untilMs: splitMs });
    const since = await added({ sinceMs: splitMs, untilMs });
    expect([before.failed > since.failed, since.failed > 0]).toEqual([true, true]);
    expect(await sumEnded(db, { widthMs, sinceMs, splitMs, untilMs })).toEqual({ before, since });
    const buy = { app_name: "shop", action_name: "buy" };
    const byVersion = await sumDurations(db, { widthMs, sinceMs, untilMs }, [buy]);
    expect(byVersion.map(({ version, failed, ended }) => ({ version, failed, ended }))).toEqual(
      (await sumVersions(db, { widthMs, sinceMs, untilMs })).map(({ version, failed, finished }) => ({
        version,
        failed,
        ended: finished,
      })),
    );
    for (const { ended, durations } of byVersion) {
      const sum: HistogramSum = [];
      for (const text of durations.split("\n")) addText(sum, text);
      expect(countOf(histogramOfSum(sum))).toBe(ended);
    }
    expect(await sumDurations(db, { widthMs, sinceMs, untilMs }, [{ ...buy, app_name: "other" }])).toEqual(
      [],
    );
    const none = { failed: 0, ended: 0 };
    const later = { widthMs, sinceMs: nowMs + widthMs, splitMs: nowMs + widthMs, untilMs: nowMs + widthMs };
    expect(await sumEnded(db, later)).toEqual({ before: none, since: none });
  } finally {
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
