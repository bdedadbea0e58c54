// Deletes the expired rows of every noun, a bounded number per call.
import { dropProcessBuckets } from "../browsers/process-buckets.ts";
import type { Database } from "../db/database.ts";
import { dropGaps } from "../db/gaps.ts";
import { dropLinks } from "../inventory/resource-links.ts";
import { dropResources } from "../inventory/resource-writes.ts";
import { hasEndedResource } from "../inventory/resources.ts";
import { hasEndedInvocation } from "../invocations/expired-invocations.ts";
import { dropRollups } from "../invocations/rollups.ts";
import { dropPoolBuckets } from "../pools/downsample-pool-samples.ts";
import { dropPoints } from "../pools/pool-points.ts";
import { dropChecks } from "../proxies/proxy-checks.ts";
import { dropLogGaps } from "../timeline/log-gaps.ts";

/** Deletes rows of one noun from before a time; returns whether there may be more. */
type DropExpired = (trx: Database, beforeMs: number) => Promise<boolean>;

/** The same, of a layer above, which may have a retention of its own. */
export type DropExpiredAbove = (
  trx: Database,
  times: { beforeMs: number; nowMs: number },
) => Promise<boolean>;

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
  { rawBeforeMs, beforeMs, nowMs }: { rawBeforeMs: number; beforeMs: number; nowMs: number },
  above: readonly DropExpiredAbove[],
): Promise<boolean> {
  const rolledUp = { fineBeforeMs: rawBeforeMs, coarseBeforeMs: beforeMs };
  let more = await dropRollups(trx, rolledUp);
  more = (await dropPoints(trx, rolledUp)) || more;
  for (const drop of dropNouns) more = (await drop(trx, beforeMs)) || more;
  for (const drop of above) more = (await drop(trx, { beforeMs, nowMs })) || more;
  return more;
}

/**
 * Whether the database is larger than `maxBytes` although nothing is left to delete early; `usedBytes` as of
 * `usedBytesWithoutEvidence`.
 */
export async function isOverBound(
  db: Database,
  usedBytes: number | undefined,
  maxBytes: number,
): Promise<boolean> {
  if (usedBytes === undefined || usedBytes <= maxBytes) return false;
  return !(await hasEndedInvocation(db)) && !(await hasEndedResource(db));
}
