// Deletes the expired rows of every noun, a bounded number per call.
import { dropProcessBuckets } from "../browsers/process-buckets.ts";
import type { Database } from "../db/database.ts";
import { usedBytes } from "../db/disk-usage.ts";
import { dropGaps } from "../db/gaps.ts";
import { dropLinks } from "../inventory/resource-links.ts";
import { dropResources } from "../inventory/resource-writes.ts";
import { hasEndedResource } from "../inventory/resources.ts";
import { hasEndedInvocation } from "../invocations/expired-invocations.ts";
import { dropRollups } from "../invocations/rollups.ts";
import { dropPoolBuckets } from "../pools/downsample-pool-samples.ts";
import { dropChecks } from "../proxies/proxy-checks.ts";
import { dropLogGaps } from "../timeline/log-gaps.ts";

/** Deletes rows of one noun from before a time; returns whether there may be more. */
export type DropExpired = (trx: Database, beforeMs: number) => Promise<boolean>;

const dropNouns: readonly DropExpired[] = [
  dropProcessBuckets,
  dropPoolBuckets,
  dropChecks,
  dropLogGaps,
  dropGaps,
  dropResources,
  dropLinks,
];

/** Deletes expired rows, also those of `above`, layers above the recorder; returns whether there may be more. */
export async function dropOld(
  trx: Database,
  { rawBeforeMs, beforeMs }: { rawBeforeMs: number; beforeMs: number },
  above: readonly DropExpired[],
): Promise<boolean> {
  let more = await dropRollups(trx, { fineBeforeMs: rawBeforeMs, coarseBeforeMs: beforeMs });
  for (const drop of [...dropNouns, ...above]) more = (await drop(trx, beforeMs)) || more;
  return more;
}

/** Whether the database is larger than `maxBytes` although nothing is left to delete early. */
export async function isOverBound(db: Database, maxBytes: number): Promise<boolean> {
  const used = await usedBytes(db);
  if (used === undefined || used <= maxBytes) return false;
  return !(await hasEndedInvocation(db)) && !(await hasEndedResource(db));
}
