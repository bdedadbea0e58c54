// Two dashboards whose PostgreSQL goes away and comes back: both live on, refuse with what to do, act on nothing that
// cannot be recorded, and go on by themselves.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Reply, Visitor } from "../support/dashboard/dashboard.ts";
import { type Replicas, startReplicas, visitorVia } from "../support/dashboard/replicas.ts";
import { firstBrokenRow } from "../support/first-broken-row.ts";
import { hasPostgres, type Postgres, startPostgres } from "../support/programs/postgres.ts";
import { type ScriptedApi, startScriptedApi } from "../support/scripted-api/scripted-api.ts";
import { waitFor } from "../support/wait-until.ts";

describe.skipIf(!hasPostgres)("T41 two replicas without their database", () => {
  let upstream: ScriptedApi;
  let postgres: Postgres;
  let replicas: Replicas;
  let visitors: Visitor[] = [];
  let target = "";

  beforeAll(async () => {
    upstream = await startScriptedApi();
    postgres = await startPostgres();
    replicas = await startReplicas(upstream, { databaseUrl: await postgres.database() });
    const admin = await replicas.admin();
    visitors = [replicas.one, replicas.other].map(({ directUrl }) => visitorVia(admin, directUrl));
    target = upstream.records.proxy({ name: "checked" }).id;
  });
  afterAll(async () => {
    await replicas?.stop();
    await postgres?.stop();
    await upstream?.close();
  });

  const each = <T>(ask: (visitor: Visitor) => Promise<T>) => Promise.all(visitors.map(ask));
  const check = (visitor: Visitor) => visitor.send("POST", `/api/proxies/${target}/check`);
  const checks = () =>
    [replicas.one, replicas.other]
      .flatMap(({ requests }) => requests)
      .filter((request) => request === `POST /proxies/${target}/check`).length;
  const isRefused = ({ status, json }: Reply) => {
    expect(status).toBe(503);
    expect(json).toMatchObject({
      code: expect.stringMatching(/^(store|audit)_unavailable$/),
      message: expect.stringMatching(/\. /),
    });
  };

  async function expectRefusals(): Promise<void> {
    const before = checks();
    for (let turn = 0; turn < 5; turn += 1) for (const reply of await each(check)) isRefused(reply);
    // Also once what was read of a sign-in is not reused any more.
    for (const visitor of visitors)
      isRefused(
        await waitFor(
          "reads are refused",
          () => visitor.get("/api/views"),
          (is) => is.status !== 200,
        ),
      );
    for (const page of await each((visitor) => visitor.get("/settings")))
      expect(page.text).toContain("store_unavailable");
    expect(checks()).toBe(before);
    for (const reply of await each((visitor) => visitor.get("/api/livez"))) expect(reply.status).toBe(200);
    for (const reply of await each((visitor) => visitor.get("/api/readyz"))) expect(reply.status).toBe(503);
  }

  /** Each of the faults that every request meets has a few lines, whatever was requested. */
  async function expectShortLog(): Promise<void> {
    const logs = [replicas.one, replicas.other].map(({ dashboard }) => dashboard().output);
    const before = logs.map((log) => log().length);
    for (let turn = 0; turn < 10; turn += 1)
      for (const path of ["/api/views", "/invocations"]) await each((visitor) => visitor.get(path));
    for (const [at, log] of logs.entries()) {
      const lines = log().slice(before[at]).split("\n");
      for (const what of ["a page or route failed", "a sign-in's key could not be replaced"])
        expect(lines.filter((line) => line.includes(`"what":"${what}`)).length).toBeLessThan(5);
    }
  }

  async function expectRecovery(): Promise<void> {
    for (const visitor of visitors) {
      await waitFor(
        "it acts again",
        () => check(visitor),
        ({ status }) => status === 200,
      );
      expect((await visitor.get("/invocations")).status).toBe(200);
    }
    await waitFor(
      "one of them records",
      () => Promise.all([replicas.one.recorder(), replicas.other.recorder()]),
      (states) => states.includes("recording") && states.includes("follower"),
    );
    const store = await replicas.one.dashboard().store();
    expect(await firstBrokenRow(store)).toBeUndefined();
    const rows = await store.selectFrom("audit").select(["request_id", "phase"]).execute();
    expect(new Set(rows.map((row) => `${row.request_id} ${row.phase}`)).size).toBe(rows.length);
  }

  it("after a failover, in the middle of acts", async () => {
    const acting = Promise.all(
      Array.from({ length: 20 }, (_, at) => check(visitors[at % 2] as Visitor).catch(() => undefined)),
    );
    await postgres.kill("SIGKILL");
    for (const reply of await acting) expect([200, 503]).toContain(reply?.status);
    await expectRefusals();
    await expectShortLog();
    await postgres.start();
    await expectRecovery();
  });

  it("while it is frozen", async () => {
    postgres.signalAll("SIGSTOP");
    try {
      await expectRefusals();
    } finally {
      postgres.signalAll("SIGCONT");
    }
    await expectRecovery();
  });
});
