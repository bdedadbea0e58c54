// The recorder and the store. All but the leading are the same from every replica.
import { dayMs } from "../../bff/time-units.ts";
import "server-only";
import { recorderLists } from "../../bff/recorder.ts";
import type { Database } from "../db/database.ts";
import { diskBytes } from "../db/disk-usage.ts";
import { readGaps } from "../db/gaps.ts";
import { isLeaseAlive, readLease, recorderLease } from "../db/leases.ts";
import { tableFigures } from "../db/table-sizes.ts";
import { gauge } from "../kernel/measurements.ts";
import { perProcess } from "../kernel/per-process.ts";
import { readLeaderState } from "../recorder/read-recorder.ts";

/** The most gaps counted of a list. */
const gapLimit = 1_000;

const instruments = perProcess("recorder-metrics", () => ({
  leader: gauge({ source: "store", name: "fleetdeck_recorder_leader", help: "1: this replica records." }),
  alive: gauge({ source: "store", name: "fleetdeck_recorder_alive", help: "1: some replica records." }),
  lag: gauge({
    source: "store",
    name: "fleetdeck_recorder_lag_seconds",
    help: "Seconds since a list of the API was last read.",
    labels: ["list"],
  }),
  failing: gauge({
    source: "store",
    name: "fleetdeck_recorder_failing",
    help: "1 while the reading of a list, or another duty of the recorder, fails.",
    labels: ["list"],
  }),
  gaps: gauge({
    source: "store",
    name: "fleetdeck_recorder_gaps",
    help: "Gaps of the last 24 hours that were not filled, by list.",
    labels: ["list"],
  }),
  lost: gauge({
    source: "store",
    name: "fleetdeck_recorder_lost_entries",
    help: "Entries that the leader lost since it started.",
  }),
  rows: gauge({
    source: "store",
    name: "fleetdeck_store_rows",
    help: "Rows of a table, counted at most once a minute.",
    labels: ["table"],
  }),
  bytes: gauge({ source: "store", name: "fleetdeck_store_bytes", help: "Bytes of the database on disk." }),
}));

/** Sets the figures of the recorder and of the store; `holder`: this replica. Rejects when the store cannot be read. */
export async function setRecorderMetrics(db: Database, holder: string, nowMs: number): Promise<void> {
  const metrics = instruments();
  const lease = await readLease(db, recorderLease);
  const leads = lease?.holder === holder && (await isLeaseAlive(db, recorderLease));
  metrics.leader.set(leads ? 1 : 0);
  const { alive, lists, duties } = await readLeaderState(db);
  metrics.alive.set(alive ? 1 : 0);
  for (const each of [metrics.lag, metrics.failing]) each.reset();
  for (const { list, offered, last_good_at_ms: goodMs, failing_since_ms: failingMs } of lists) {
    if (offered && goodMs !== null) metrics.lag.set({ list }, Math.max(0, nowMs - goodMs) / 1000);
    metrics.failing.set({ list }, failingMs === null ? 0 : 1);
  }
  for (const { duty, failing_since_ms: failingMs } of duties)
    metrics.failing.set({ list: duty }, failingMs === null ? 0 : 1);
  metrics.lost.set(duties.reduce((sum, { lost }) => sum + lost, 0));
  for (const list of recorderLists) {
    const gaps = await readGaps(db, { list, sinceMs: nowMs - dayMs, untilMs: nowMs + 1, limit: gapLimit });
    metrics.gaps.set({ list }, gaps.length);
  }
  for (const { table, rows } of (await tableFigures(db, nowMs)).tables) metrics.rows.set({ table }, rows);
  metrics.bytes.set(await diskBytes(db));
}
