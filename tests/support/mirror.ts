// A mirror of a fake upstream, writing under a lease, by the test's clock.

import type { Database } from "../../lib/server/store/database.ts";
import { type Lease, underLease } from "../../lib/server/store/leases.ts";
import { InvocationMirror } from "../../lib/server/watch/invocation-mirror.ts";
import { RequestBudget } from "../../lib/server/watch/request-budget.ts";
import { type FakeInvocations, UpstreamDown } from "./fake-invocations.ts";
import type { TestClock } from "./test-clock.ts";

const retentionMs = 30 * 24 * 3_600_000;

/** `perMinute`: how many requests it may make. */
export const mirrorFor = (
  { upstream, db, lease, clock }: { upstream: FakeInvocations; db: Database; lease: Lease; clock: TestClock },
  perMinute = 100_000,
): InvocationMirror =>
  new InvocationMirror({
    port: upstream.port,
    db,
    write: (work) => underLease(db, lease, work),
    budget: new RequestBudget(perMinute, clock.monotonicMs),
    clock,
    monotonicMs: clock.monotonicMs,
    retentionMs,
    codeOf: (error) => (error instanceof UpstreamDown ? error.code : "unknown"),
  });

/** Takes turns until nothing is left to read, `stepMs` of the clock apart; throws when that never happens. */
export async function readToEnd(
  mirror: InvocationMirror,
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
