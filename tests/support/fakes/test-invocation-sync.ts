// A mirror of a fake upstream, writing under a lease, by the test's clock.

import type { Database } from "../../../lib/server/db/database.ts";
import { type Lease, withLease } from "../../../lib/server/db/leases.ts";
import { InvocationSync } from "../../../lib/server/recorder/invocation-sync.ts";
import { RequestBudget } from "../../../lib/server/recorder/request-budget.ts";
import { type FakeInvocations, UpstreamDown } from "./fake-invocations.ts";
import type { TestClock } from "./test-clock.ts";

const retentionMs = 30 * 24 * 3_600_000;

/** `perMinute`: how many requests it may make. */
export const createTestSync = (
  { upstream, db, lease, clock }: { upstream: FakeInvocations; db: Database; lease: Lease; clock: TestClock },
  perMinute = 100_000,
): InvocationSync =>
  new InvocationSync({
    port: upstream.port,
    db,
    write: (work) => withLease(db, lease, work),
    budget: new RequestBudget(perMinute, clock),
    clock,
    retentionMs,
    codeOf: (error) => (error instanceof UpstreamDown ? error.code : "unknown"),
  });

/** Takes turns until nothing is left to read, `stepMs` of the clock apart; throws when that never happens. */
export async function syncUntilCaughtUp(
  mirror: InvocationSync,
  clock: TestClock,
  { turns, stepMs }: { turns: number; stepMs: number },
): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const more = await mirror.turn();
    await clock.advance(stepMs);
    if (more === undefined) return;
  }
  throw new Error("reading back never ended");
}
