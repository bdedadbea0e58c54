import { describe, expect, it } from "vitest";
import type { Clock } from "@/lib/clock";
import { paces } from "@/lib/paces";
import { BffError } from "@/lib/queries/bff";
import { type BulkProgress, bulkBounds, bulkSummary, startBulk } from "./bulk-job.ts";

/** A clock that advances only by `pass`. */
function manualClock(): Clock & { pass(ms: number): void } {
  let now = 1_000;
  let pendingTimers: { atMs: number; run: () => void }[] = [];
  return {
    nowMs: () => now,
    monotonicMs: () => now,
    later(delayMs, run) {
      const alarm = { atMs: now + delayMs, run };
      pendingTimers.push(alarm);
      return () => {
        pendingTimers = pendingTimers.filter((each) => each !== alarm);
      };
    },
    pass(ms) {
      now += ms;
      const due = pendingTimers.filter(({ atMs }) => atMs <= now);
      pendingTimers = pendingTimers.filter(({ atMs }) => atMs > now);
      for (const { run } of due) run();
    },
  };
}

/** A bulk job whose calls are answered manually. */
function manualDriver(ids: readonly string[]) {
  const clock = manualClock();
  const sent: string[] = [];
  const open = new Map<string, PromiseWithResolvers<string | undefined>>();
  const reported: BulkProgress[] = [];
  const run = startBulk(ids, {
    idOf: (id) => id,
    act: (id) => {
      sent.push(id);
      const answer = Promise.withResolvers<string | undefined>();
      open.set(id, answer);
      return answer.promise;
    },
    clock,
    onProgress: (progress) => reported.push(progress),
  });
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
  return {
    run,
    clock,
    sent,
    now: () => reported.at(-1),
    maxParallel: () => Math.max(...reported.map(({ inFlight }) => inFlight)),
    async answer(id: string, result?: string) {
      open.get(id)?.resolve(result);
      await settle();
    },
    async refuse(id: string, error: unknown) {
      open.get(id)?.reject(error);
      await settle();
    },
  };
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `r${at}`);
const tooMany = (retryAfterSeconds?: number) =>
  new BffError(429, "too_many_requests", "Slow down.", { requestId: "q1", retryAfterSeconds });

describe("a bulk job", () => {
  it("has at most four calls in flight and sends each once", async () => {
    const ids = names(11);
    const { sent, answer, run, maxParallel } = manualDriver([...ids, ...ids]);
    expect(sent).toEqual(ids.slice(0, bulkBounds.concurrency));
    for (const id of ids) await answer(id, `new-${id}`);
    expect(sent).toEqual(ids);
    const end = await run.finished;
    expect(maxParallel()).toBe(4);
    expect(end).toMatchObject({ phase: "over", total: 11, inFlight: 0, failures: [], unsent: [] });
    expect(end.done[10]).toEqual({ id: "r10", result: "new-r10" });
  });

  it("continues after a failure and reports the API's message", async () => {
    const { answer, refuse, run, sent } = manualDriver(names(6));
    await refuse("r1", new BffError(409, "conflict", "It is over.", { requestId: "q9" }));
    for (const id of ["r0", "r2", "r3", "r4", "r5"]) await answer(id);
    const end = await run.finished;
    expect(end.failures).toEqual([
      { id: "r1", code: "conflict", message: "It is over.", requestId: "q9", isOutcomeUnknown: false },
    ]);
    expect(end.done).toHaveLength(5);
    expect(sent.filter((id) => id === "r1")).toHaveLength(1);
  });

  it("pauses for as long as the API requests, and never sends the refused one again", async () => {
    const { answer, refuse, run, sent, clock, now } = manualDriver(names(6));
    await refuse("r0", tooMany(30));
    expect(now()).toMatchObject({ phase: "paused", pausedUntilMs: 31_000, inFlight: 3 });
    await answer("r1");
    clock.pass(29_999);
    expect(sent).toHaveLength(4);
    clock.pass(1);
    expect(sent).toEqual(names(6));
    expect(now()?.phase).toBe("running");
    for (const id of names(6).slice(2)) await answer(id);
    expect(sent).toEqual(names(6));
    const end = await run.finished;
    expect(end.failures.map(({ id }) => id)).toEqual(["r0"]);
    expect(end.done).toHaveLength(5);
  });

  it("uses the longest of several pauses, and a default where the API names none", async () => {
    const { refuse, sent, clock, now } = manualDriver(names(9));
    await refuse("r0", tooMany());
    expect(now()?.pausedUntilMs).toBe(1_000 + paces.retry.bulkMs);
    await refuse("r1", tooMany(60));
    await refuse("r2", tooMany(10));
    expect(now()?.pausedUntilMs).toBe(61_000);
    clock.pass(10_000);
    expect(sent).toHaveLength(4);
    clock.pass(50_000);
    expect(sent).toHaveLength(7);
  });

  it("pauses for an unavailable API only if that names a delay", async () => {
    const { refuse, now } = manualDriver(names(9));
    await refuse("r0", new BffError(503, "unavailable", "Down."));
    expect(now()?.phase).toBe("running");
    await refuse("r1", new BffError(503, "unavailable", "Down.", { retryAfterSeconds: 7 }));
    expect(now()).toMatchObject({ phase: "paused", pausedUntilMs: 8_000 });
  });

  it("awaits calls in flight when stopped, and lists unsent items", async () => {
    const { answer, run, sent, now } = manualDriver(names(6));
    run.stop();
    expect(now()).toMatchObject({ phase: "stopping", inFlight: 4 });
    for (const id of names(4)) await answer(id);
    expect(sent).toHaveLength(4);
    const end = await run.finished;
    expect(end).toMatchObject({ phase: "over", unsent: ["r4", "r5"] });
  });

  it("ends at once when stopped in a pause, and sends nothing at the end of the pause", async () => {
    const { answer, refuse, run, sent, clock } = manualDriver(names(6));
    await refuse("r0", tooMany(30));
    for (const id of ["r1", "r2", "r3"]) await answer(id);
    run.stop();
    expect((await run.finished).unsent).toEqual(["r4", "r5"]);
    clock.pass(60_000);
    expect(sent).toHaveLength(4);
  });

  it.each([
    [0, "dashboard_unreachable"],
    [401, "unauthenticated"],
    [403, "forbidden"],
    [501, "not_supported"],
  ])("halts at %i: every further call would fail alike", async (status, code) => {
    const { answer, refuse, run } = manualDriver(names(6));
    await refuse("r0", new BffError(status, code, "No."));
    for (const id of ["r1", "r2", "r3"]) await answer(id);
    const end = await run.finished;
    expect(end.haltedBy).toMatchObject({ id: "r0", code });
    expect(end).toMatchObject({ unsent: ["r4", "r5"], inFlight: 0 });
    expect(end.done).toHaveLength(3);
  });

  it("continues after the API forbade the token one object: it may permit others", async () => {
    const { answer, refuse, run } = manualDriver(names(6));
    await refuse("r0", new BffError(403, "upstream_forbidden", "The token may not do this."));
    for (const id of ["r1", "r2", "r3", "r4", "r5"]) await answer(id);
    const end = await run.finished;
    expect(end.failures).toMatchObject([{ id: "r0", code: "upstream_forbidden" }]);
    expect(end).toMatchObject({ unsent: [], haltedBy: undefined });
    expect(end.done).toHaveLength(5);
  });

  it("finishes at once without items", async () => {
    expect(await manualDriver([]).run.finished).toMatchObject({ phase: "over", total: 0 });
  });

  it("summarises its result, leaving out what did not occur", () => {
    const [failure] = names(1).map((id) => ({
      id,
      code: "conflict",
      message: "No.",
      requestId: undefined,
      isOutcomeUnknown: false,
    }));
    if (failure === undefined) throw new Error("no failure");
    const unknown = { ...failure, isOutcomeUnknown: true };
    expect(bulkSummary("0 browsers ended", { failures: [unknown, failure, unknown], unsent: [] })).toBe(
      "0 browsers ended, 1 failed, 2 outcomes unknown",
    );
    expect(bulkSummary("1 browser released", { failures: [], unsent: [] })).toBe("1 browser released");
    expect(bulkSummary("2 browsers released", { failures: [failure], unsent: names(3) }, 4)).toBe(
      "2 browsers released, 1 failed, 3 not sent, 4 skipped",
    );
  });
});
