// What the service deletes of the records that an earlier process has left.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { openDatabase } from "../../service/database.ts";
import { InvocationRows } from "../../service/invocations/invocation-rows.ts";
import { hourMs } from "../../service/kernel/time-units.ts";
import { ReplayRows } from "../../service/replays/replay-rows.ts";
import { SessionRows } from "../../service/sessions/session-rows.ts";
import { ManualClock } from "../support/fakes/manual-clock.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { sessionRecord } from "../support/service/session-record.ts";

const named = z.object({ id: z.string().optional(), session_id: z.string().optional() });
const dataDir = mkdtempSync(join(tmpdir(), "fd-records-"));
const clock = new ManualClock(Date.now());
const at = (daysAgo: number) => new Date(clock.nowMs() - daysAgo * 24 * hourMs).toISOString();

const sessions = [
  ["old", 40] as const,
  ["recorded", 40] as const,
  ["traced", 40] as const,
  ["young", 20] as const,
];
const store = openDatabase(join(dataDir, "service.db"));
const sessionRows = new SessionRows(store);
for (const [id, daysAgo] of sessions)
  sessionRows.insert(sessionRecord(id, { created_at: at(daysAgo), deleted_at: at(daysAgo) }));
const replayRows = new ReplayRows(store);
replayRows.insert({ id: "video", session_id: "recorded", started_at: at(1) });
replayRows.finish("video", at(1), 1);
const telemetry = join(dataDir, "telemetry", "traced");
mkdirSync(telemetry, { recursive: true });
writeFileSync(join(telemetry, "000000000001-1.jsonl"), "{}\n");
let now = at(40);
const invocationRows = new InvocationRows(store, () => now);
const what = { app_name: "shop", version: "v1", action_name: "buy", deployment_id: "d1", payload: null };
for (const [id, daysAgo] of [["ancient", 40] as const, ["recent", 20] as const]) {
  now = at(daysAgo);
  invocationRows.insert({ ...what, id, time_limit_seconds: 60, waited_for: 0 });
  invocationRows.apply(id, { kind: "started" });
  invocationRows.apply(id, { kind: "returned", output: "" });
}
store.close();
const service = await fullServiceForTests({ dataDir, clock, recordDays: 30 });

test("records of sessions and invocations that ended more than `recordDays` ago are deleted", async () => {
  const ids = async () => {
    const browsers = z.array(named).parse((await service.ask("GET", "/browsers?status=all")).json());
    const invocations = z.array(named).parse((await service.ask("GET", "/invocations")).json());
    return [...browsers, ...invocations].map((each) => each.session_id ?? each.id);
  };
  expect(await ids()).toEqual(["young", "traced", "recorded", "old", "recent", "ancient"]);
  clock.advance(7 * hourMs);
  // The clock by which the others ended was behind: their files are younger.
  expect(await ids()).toEqual(["young", "traced", "recorded", "recent"]);
});
