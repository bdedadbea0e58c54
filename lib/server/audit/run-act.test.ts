import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { firstBrokenRow } from "../../../tests/support/first-broken-row.ts";
import type { Database } from "../db/database.ts";
import { StoreUnavailable } from "../db/store-unavailable.ts";
import { flushBeforeClose } from "../kernel/shutdown.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";
import { dropEndedActs, earlierAct, endLostActs } from "./acts.ts";
import { listActs } from "./audited-acts.ts";
import { listAudit } from "./list-audit.ts";
import { runAct } from "./run-act.ts";

const event = {
  actor: "ada",
  role: "operator",
  ip: "::1",
  requestId: "r1",
  action: "deleteBrowser",
  target: "session7",
  reason: "stuck, π",
};
const once = { userId: "u1", key: "key-of-the-click", fingerprint: "f1" };

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-acts-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const run = (act: Partial<Parameters<typeof runAct<{ status: number }>>[1]> = {}) =>
  runAct(db, { event: () => event, work: async () => ({ status: 204 }), ...act });
const failure = (status: number, code: string) => async () => {
  throw new UpstreamFailure(status, code, "x", { unhealthy: false, retryable: false });
};
/** Phase, status and code of the rows, oldest first. */
const rows = async () =>
  (await listAudit(db, {})).entries
    .toReversed()
    .map(({ phase, status, code }) => [phase, status, code].filter((part) => part !== null).join(" "));

describe("an act", () => {
  it("has an audit row before it is done and one with its outcome afterwards", async () => {
    const before: string[][] = [];
    const work = async () => {
      before.push(await rows());
      return { status: 204 };
    };
    expect(await run({ work })).toEqual({ status: 204 });
    expect(before).toEqual([["intended"]]);
    expect(await rows()).toEqual(["intended", "answered 204"]);
    const { requestId, ...who } = event;
    for (const entry of (await listAudit(db, {})).entries)
      expect(entry).toMatchObject({ ...who, request_id: requestId });
  });

  it("that makes something has its id as the target of the outcome", async () => {
    await run({ changed: () => ({ target: "new7" }) });
    const { entries } = await listAudit(db, {});
    expect(entries.map(({ target }) => target)).toEqual(["new7", "session7"]);
  });

  it("is not done when its intent cannot be written", async () => {
    await sql`drop table acts`.execute(db);
    let done = false;
    const work = async () => {
      done = true;
      return { status: 204 };
    };
    await expect(run({ work })).rejects.toMatchObject({ status: 503, code: "audit_unavailable" });
    expect(done).toBe(false);
    expect(await rows()).toEqual([]);
  });

  it.each([true, false])(
    "is not done, has failed in the audit and can be sent again when the end of its intent's transaction is lost: %s",
    async (isCommitted) => {
      const begun = db.transaction();
      const execute = begun.execute.bind(begun);
      const lost = new StoreUnavailable();
      vi.spyOn(begun, "execute").mockImplementationOnce(async (work) => {
        await execute(async (trx) => {
          const result = await work(trx);
          if (!isCommitted) throw lost;
          return result;
        });
        throw lost;
      });
      const spy = vi.spyOn(db, "transaction").mockReturnValueOnce(begun);
      let done = 0;
      const work = async () => {
        done += 1;
        return { status: 204 };
      };
      await expect(run({ work, once })).rejects.toMatchObject({ status: 503, code: "audit_unavailable" });
      spy.mockRestore();
      expect(done).toBe(0);
      const withdrawn = isCommitted ? ["intended", "answered 503 audit_unavailable"] : [];
      expect(await rows()).toEqual(withdrawn);
      expect((await listActs(db, {}, 5)).acts.map(({ outcome }) => outcome)).toEqual(
        isCommitted ? ["failed"] : [],
      );
      await run({ event: () => ({ ...event, requestId: "r2" }), work, once });
      expect(done).toBe(1);
      expect(await rows()).toEqual([...withdrawn, "intended", "answered 204"]);
    },
  );

  it("that fails rejects with its failure, which is recorded", async () => {
    await expect(run({ work: failure(409, "conflict") })).rejects.toMatchObject({ code: "conflict" });
    expect(await rows()).toEqual(["intended", "answered 409 conflict"]);
  });

  it.each(["upstream_timeout", "upstream_broken_off", "upstream_bad_answer", "upstream_too_large"])(
    "that got no answer (%s) has an unknown outcome",
    async (code) => {
      await expect(run({ work: failure(504, code) })).rejects.toMatchObject({
        code,
        message: "x It may have been done: check before you try again.",
      });
      expect(await rows()).toEqual(["intended", `unknown 504 ${code}`]);
    },
  );

  it("that was not sent, as earlier ones got no answer, has failed", async () => {
    await expect(run({ work: failure(503, "upstream_timeout") })).rejects.toMatchObject({ message: "x" });
    expect(await rows()).toEqual(["intended", "answered 503 upstream_timeout"]);
  });

  it("that only reads fails as it did: nothing is to be checked", async () => {
    const work = failure(504, "upstream_timeout");
    await expect(run({ work, isRead: true })).rejects.toMatchObject({ message: "x" });
  });

  it("succeeds even if its outcome cannot be written now, which is written once, later", async () => {
    const work = async () => {
      await sql`alter table audit rename to away`.execute(db);
      return { status: 204 };
    };
    expect(await run({ work })).toEqual({ status: 204 });
    await sql`alter table away rename to audit`.execute(db);
    await flushBeforeClose();
    expect(await rows()).toEqual(["intended", "answered 204"]);
    expect(await firstBrokenRow(db)).toBeUndefined();
  });
});

describe("an act whose process died", () => {
  const leaveOpen = async () => {
    const never = Promise.withResolvers<{ status: number }>();
    const started = Promise.withResolvers<void>();
    const running = run({
      work: () => {
        started.resolve();
        return never.promise;
      },
    });
    await started.promise;
    return { running, end: () => never.resolve({ status: 200 }) };
  };

  it("reads unknown once its time is over, also where no replica records", async () => {
    const { running, end } = await leaveOpen();
    const outcomes = async (filters = {}) =>
      (await listActs(db, filters, 5)).acts.map(({ outcome }) => outcome);
    expect(await outcomes()).toEqual(["running"]);
    await sql`update acts set expires_at_ms = 1`.execute(db);
    expect(await outcomes()).toEqual(["unknown"]);
    expect(await outcomes({ outcome: "running" })).toEqual([]);
    end();
    await running;
    expect(await outcomes()).toEqual(["ok"]);
  });

  it("ends as unknown once its time is over, and not before", async () => {
    const { running, end } = await leaveOpen();
    expect(await endLostActs(db, 5)).toBe(0);
    await sql`update acts set expires_at_ms = 1`.execute(db);
    expect(await endLostActs(db, 5)).toBe(1);
    expect(await endLostActs(db, 6)).toBe(0);
    expect(await rows()).toEqual(["intended", "unknown no_outcome"]);
    end();
    await running;
    // It lived after all.
    expect(await rows()).toEqual(["intended", "unknown no_outcome", "answered 200"]);
  });
});

describe("an act that is sent twice", () => {
  it("T39 is refused while the first is under way, and is found with its answer afterwards", async () => {
    const work = async () => {
      const again = run({ event: () => ({ ...event, requestId: "r2" }), once });
      await expect(again).rejects.toMatchObject({ status: 409, code: "act_in_progress" });
      return { status: 200 };
    };
    await run({ once, work, replyTo: () => "the answer" });
    expect(await rows()).toEqual(["intended", "answered 200"]);
    expect(await earlierAct(db, once)).toEqual({
      requestId: "r1",
      fingerprint: "f1",
      ended: true,
      reply: "the answer",
    });
    expect(await earlierAct(db, { ...once, userId: "u2" })).toBeUndefined();
  });

  it("is forgotten after a while", async () => {
    await run({ once });
    await dropEndedActs(db);
    expect(await earlierAct(db, once)).toBeDefined();
    await sql`update acts set ended_at_ms = 1`.execute(db);
    await dropEndedActs(db);
    expect(await earlierAct(db, once)).toBeUndefined();
  });

  // As where no replica records: the leader ends and deletes acts.
  it("is done again ten minutes after its end, also where nobody deletes it", async () => {
    await run({ once, replyTo: () => "the first answer" });
    await sql`update acts set ended_at_ms = ended_at_ms - 601000`.execute(db);
    expect(await earlierAct(db, once)).toBeUndefined();
    await run({ event: () => ({ ...event, requestId: "r2" }), once, replyTo: () => "the second answer" });
    expect(await earlierAct(db, once)).toMatchObject({ requestId: "r2", reply: "the second answer" });
    expect(await rows()).toEqual(["intended", "answered 204", "intended", "answered 204"]);
  });

  it("is over when its process died, and unknown in the audit once it is sent anew", async () => {
    const never = Promise.withResolvers<{ status: number }>();
    const started = Promise.withResolvers<void>();
    const work = () => {
      started.resolve();
      return never.promise;
    };
    const first = run({ once, work });
    await started.promise;
    expect(await earlierAct(db, once)).toMatchObject({ ended: false });
    await sql`update acts set expires_at_ms = expires_at_ms - 61000`.execute(db);
    expect(await earlierAct(db, once)).toMatchObject({ ended: true, reply: null });
    await sql`update acts set expires_at_ms = expires_at_ms - 601000`.execute(db);
    expect(await earlierAct(db, once)).toBeUndefined();
    await run({ event: () => ({ ...event, requestId: "r2" }), once });
    expect(await rows()).toEqual(["intended", "unknown no_outcome", "intended", "answered 204"]);
    never.resolve({ status: 200 });
    await first;
  });
});
