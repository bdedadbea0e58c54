import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startListingApi } from "../../../tests/support/listing-api.ts";
import { scriptedRun } from "../../../tests/support/scripted-runs.ts";
import { bffHeaders } from "../../bff/headers.ts";
import { operations } from "../../contract/operations.ts";
import { readConfiguration, settle } from "../env.ts";
import { type Database, openStore } from "../store/database.ts";
import { runRowOf } from "../store/run-rows.ts";
import { writeRuns } from "../store/runs.ts";
import { call } from "../upstream/call.ts";
import { doesNotTell, knownRun } from "./known-run.ts";

const token = "token-of-the-listing-api";
const script = { count: 1_200, fromMs: Date.now() - 86_400_000, spanMs: 80_000_000 };
const runAt = (at: number) => scriptedRun(at, script);
const cut = { ...runAt(3), payload: JSON.stringify("x".repeat(2_000)) };
const recordedAtMs = Date.now() - 3_600_000;

const forgotten = new Set<string>();
const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-test-"));
let db: Database;
let upstream: Awaited<ReturnType<typeof startListingApi>>;

beforeAll(async () => {
  upstream = await startListingApi({ token, count: script.count, runAt, retrieves: false, forgotten });
  vi.stubEnv("API_TOKEN", token);
  const configuration = readConfiguration({
    API_BASE_URL: upstream.url,
    API_TOKEN: token,
    DATA_DIR: dataDir,
  });
  settle(configuration, { port: 3000, sessionSecret: "s".repeat(32), development: false });
  db = await openStore({ dataDir });
  const rows = [cut, ...Array.from({ length: 1_000 }, (_, at) => runAt(at + 4))];
  await writeRuns(
    db,
    rows.map((run) => runRowOf(run, recordedAtMs)),
  );
});
afterAll(async () => {
  await db.destroy();
  await upstream.close();
  rmSync(dataDir, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

/** What the route answers for a run, the API's own failure included. */
async function told(id: string) {
  const failure = await call(operations.retrieveInvocation, { params: { id } }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!doesNotTell(failure)) throw new Error("The API told it, or failed otherwise.");
  return await knownRun(db, id, { failure, signal: AbortSignal.timeout(30_000) });
}

describe("a run that the API cannot be asked for", () => {
  it("is the list's, found where the record says it stands, however old", async () => {
    const wanted = runAt(10);
    const answer = await told(wanted.id);
    expect(answer.body).toEqual(wanted);
    expect(answer.headers?.[bffHeaders.source]).toBe("list");
    expect(Number(answer.headers?.[bffHeaders.observedAtMs])).toBeGreaterThan(recordedAtMs);
  });

  it("is the list's where it is too new to be recorded", async () => {
    const wanted = runAt(script.count - 1);
    expect((await told(wanted.id)).body).toEqual(wanted);
  });

  it("is the record's where the list does not have it any more, with its age and what was cut", async () => {
    forgotten.add(cut.id);
    const answer = await told(cut.id);
    expect(answer.headers).toEqual({
      [bffHeaders.source]: "record",
      [bffHeaders.observedAtMs]: String(recordedAtMs),
      [bffHeaders.stale]: "operation_absent",
    });
    expect(answer.body).toMatchObject({
      id: cut.id,
      status: cut.status,
      started_at: cut.started_at,
      finished_at: cut.finished_at,
      payload: null,
      payload_cut: true,
      output: cut.output,
      from_record: true,
    });
  });

  it("is not made up where neither has it", async () => {
    await expect(told("inv_nowhere")).rejects.toMatchObject({ status: 404, code: "run_not_known" });
  });
});
