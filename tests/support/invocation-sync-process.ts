// Mirrors an endless stream of generated invocations into a database, until it is killed.

import { systemClock } from "../../lib/clock.ts";
import { openStore } from "../../lib/server/db/database.ts";
import { takeLease, withLease } from "../../lib/server/db/leases.ts";
import { InvocationSync } from "../../lib/server/recorder/invocation-sync.ts";
import { RequestBudget } from "../../lib/server/recorder/request-budget.ts";
import { FakeInvocations } from "./fakes/fake-invocations.ts";

const [dataDir = ""] = process.argv.slice(2);
const db = await openStore({ dataDir });
const lease = await takeLease(db, { name: "recorder", holder: `child ${process.pid}` });
if (lease === undefined) throw new Error("no lease");
const upstream = new FakeInvocations(Date.now);
const mirror = new InvocationSync({
  port: upstream.port,
  db,
  write: (work) => withLease(db, lease, work),
  budget: new RequestBudget(1_000_000, systemClock),
  clock: { ...systemClock, later: () => () => {} },
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
