// Mirrors an endless stream of made-up runs into the store it is given, until somebody kills it.
import { systemClock } from "../../lib/server/live/clock.ts";
import { openStore } from "../../lib/server/store/database.ts";
import { takeLease, underLease } from "../../lib/server/store/leases.ts";
import { InvocationMirror } from "../../lib/server/watch/invocation-mirror.ts";
import { RequestBudget } from "../../lib/server/watch/request-budget.ts";
import { FakeInvocations } from "./fake-invocations.ts";

const [dataDir = ""] = process.argv.slice(2);
const db = await openStore({ dataDir });
const lease = await takeLease(db, { name: "recorder", holder: `child ${process.pid}` });
if (lease === undefined) throw new Error("no lease");
const upstream = new FakeInvocations(Date.now);
const mirror = new InvocationMirror({
  port: upstream.port,
  db,
  write: (work) => underLease(db, lease, work),
  budget: new RequestBudget(1_000_000, systemClock.monotonicMs),
  clock: { ...systemClock, later: () => () => {} },
  monotonicMs: systemClock.monotonicMs,
  retentionMs: 86_400_000,
  codeOf: () => "unknown",
});
const open: string[] = [];
for (let turn = 0; ; turn += 1) {
  for (let more = 0; more < 40; more += 1)
    open.push(upstream.add({ id: `${process.pid}-${turn}-${more}`, status: "running" }));
  for (const id of open.splice(0, 25))
    upstream.end(id, turn % 2 === 0 ? "succeeded" : "failed", `fault ${turn}`);
  await mirror.turn();
  if (turn === 3) process.send?.("writing");
}
