import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStore } from "../db/database.ts";
import { invocationRowOf } from "./invocation-rows.ts";
import { writeInvocations } from "./invocation-writes.ts";
import { sumEnded, sumVersions } from "./rollup-reads.ts";
import { rollupWidths } from "./rollups.ts";

const widthMs = rollupWidths.fine;
const nowMs = Date.UTC(2026, 10, 20, 12, 0, 0);

it("sums both parts of a span as the versions of each part add up", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-rollups-"));
  const db = await openStore({ dataDir });
  try {
    const rows = Array.from({ length: 90 }, (_, at) =>
      invocationRowOf(
        {
          id: `r${at}`,
          app_name: "shop",
          action_name: "buy",
          version: `v${at % 3}`,
          status: at % 7 === 0 ? "running" : at % 4 === 0 ? "failed" : "succeeded",
          started_at: new Date(nowMs - at * 60_000).toISOString(),
        },
        nowMs,
      ),
    );
    await db.transaction().execute((trx) => writeInvocations(trx, rows));
    const [sinceMs, splitMs, untilMs] = [nowMs - 12 * widthMs, nowMs - 3 * widthMs, nowMs];
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
    const none = { failed: 0, ended: 0 };
    const later = { widthMs, sinceMs: nowMs + widthMs, splitMs: nowMs + widthMs, untilMs: nowMs + widthMs };
    expect(await sumEnded(db, later)).toEqual({ before: none, since: none });
  } finally {
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
