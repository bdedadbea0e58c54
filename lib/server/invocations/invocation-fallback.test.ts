// @isolated: the program's configuration is settled once.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { startInvocationListApi } from "../../../tests/support/fakes/invocation-list-api.ts";
import { scriptedInvocation } from "../../../tests/support/fakes/scripted-invocations.ts";
import { bffHeaders } from "../../bff/headers.ts";
import { operations } from "../../contract/operations/operations.ts";
import type { Database } from "../db/database.ts";
import { readConfiguration, settle } from "../kernel/env.ts";
import { call } from "../upstream/call.ts";
import { answerFromFallback, isNotRetrievable } from "./invocation-fallback.ts";
import { invocationRowOf } from "./invocation-rows.ts";
import { writeInvocations } from "./invocation-writes.ts";

const token = "token-of-the-listing-api";
const script = { count: 1_200, fromMs: Date.now() - 86_400_000, spanMs: 80_000_000 };
const invocationAt = (at: number) => scriptedInvocation(at, script);
const cut = { ...invocationAt(3), payload: JSON.stringify("x".repeat(2_000)) };
const recordedAtMs = Date.now() - 3_600_000;

const forgotten = new Set<string>();
const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-test-"));
let db: Database;
let upstream: Awaited<ReturnType<typeof startInvocationListApi>>;

beforeAll(async () => {
  upstream = await startInvocationListApi({
    token,
    count: script.count,
    invocationAt,
    retrieves: false,
    forgotten,
  });
  vi.stubEnv("API_TOKEN", token);
  const configuration = readConfiguration({
    API_BASE_URL: upstream.url,
    API_TOKEN: token,
    DATA_DIR: dataDir,
  });
  settle(configuration, { port: 3000, sessionSecret: "s".repeat(32), development: false });
  db = await openEmptyStore(dataDir);
  const rows = [cut, ...Array.from({ length: 1_000 }, (_, at) => invocationAt(at + 4))];
  await writeInvocations(
    db,
    rows.map((invocation) => invocationRowOf(invocation, recordedAtMs)),
  );
});
afterAll(async () => {
  await db.destroy();
  await upstream.close();
  rmSync(dataDir, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

/** The fallback response after the failed retrieval of an invocation. */
async function respond(id: string) {
  const failure = await call(operations.retrieveInvocation, { params: { id } }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isNotRetrievable(failure)) throw new Error("The API returned the invocation, or another failure.");
  return await answerFromFallback(db, id, { failure, signal: AbortSignal.timeout(30_000) });
}

describe("an invocation that cannot be retrieved by id", () => {
  it("comes from the list, at the position computed from the record, however old", async () => {
    const wanted = invocationAt(10);
    const answer = await respond(wanted.id);
    expect(answer.body).toEqual(wanted);
    expect(answer.headers?.[bffHeaders.source]).toBe("list");
    expect(Number(answer.headers?.[bffHeaders.observedAtMs])).toBeGreaterThan(recordedAtMs);
  });

  it("comes from the list when it is too new to be recorded", async () => {
    const wanted = invocationAt(script.count - 1);
    expect((await respond(wanted.id)).body).toEqual(wanted);
  });

  it("comes from the record when it is no longer listed, with its age and the truncated fields", async () => {
    forgotten.add(cut.id);
    const answer = await respond(cut.id);
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

  it("is a 404 when neither has it", async () => {
    await expect(respond("inv_nowhere")).rejects.toMatchObject({ status: 404, code: "invocation_not_known" });
  });
});
