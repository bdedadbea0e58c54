import { describe, expect, it } from "vitest";
import type { LiveClock } from "@/lib/live/clock";
import { paces } from "@/lib/paces";
import { BffError } from "@/lib/queries/bff";
import { type BulkProgress, bulkBounds, startBulk } from "./bulk-run.ts";

/** Time that passes when told to. */
function handClock(): LiveClock & { pass(ms: number): void } {
  let now = 1_000;
  let alarms: { atMs: number; run: () => void }[] = [];
  return {
    nowMs: () => now,
    later(delayMs, run) {
      const alarm = { atMs: now + delayMs, run };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((each) => each !== alarm);
      };
    },
    pass(ms) {
      now += ms;
      const due = alarms.filter(({ atMs }) => atMs <= now);
      alarms = alarms.filter(({ atMs }) => atMs > now);
      for (const { run } of due) run();
    },
  };
}

/** A run of acts whose calls are answered by hand. */
function byHand(ids: readonly string[]) {
  const clock = handClock();
  const sent: string[] = [];
  const open = new Map<string, PromiseWithResolvers<string | undefined>>();
  const told: BulkProgress[] = [];
  const run = startBulk(ids, {
    idOf: (id) => id,
    act: (id) => {
      sent.push(id);
      const answer = Promise.withResolvers<string | undefined>();
      open.set(id, answer);
      return answer.promise;
    },
    clock,
    onProgress: (progress) => told.push(progress),
  });
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
  return {
    run,
    clock,
    sent,
    now: () => told.at(-1),
    mostUnderWay: () => Math.max(...told.map(({ underWay }) => underWay)),
    async answer(id: string, made?: string) {
      open.get(id)?.resolve(made);
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

describe("a run of acts", () => {
  it("keeps at most four under way and sends each once", async () => {
    const ids = names(11);
    const { sent, answer, run, mostUnderWay } = byHand([...ids, ...ids]);
    expect(sent).toEqual(ids.slice(0, bulkBounds.concurrency));
    for (const id of ids) await answer(id, `new-${id}`);
    expect(sent).toEqual(ids);
    const end = await run.finished;
    expect(mostUnderWay()).toBe(4);
    expect(end).toMatchObject({ phase: "over", total: 11, underWay: 0, failures: [], unsent: [] });
    expect(end.done[10]).toEqual({ id: "r10", made: "new-r10" });
  });

  it("goes on after a failure and says what the API said", async () => {
    const { answer, refuse, run, sent } = byHand(names(6));
    await refuse("r1", new BffError(409, "conflict", "It is over.", { requestId: "q9" }));
    for (const id of ["r0", "r2", "r3", "r4", "r5"]) await answer(id);
    const end = await run.finished;
    expect(end.failures).toEqual([{ id: "r1", code: "conflict", message: "It is over.", requestId: "q9" }]);
    expect(end.done).toHaveLength(5);
    expect(sent.filter((id) => id === "r1")).toHaveLength(1);
  });

  it("pauses for as long as the API asks, and never sends the refused one again", async () => {
    const { answer, refuse, run, sent, clock, now } = byHand(names(6));
    await refuse("r0", tooMany(30));
    expect(now()).toMatchObject({ phase: "paused", pausedUntilMs: 31_000, underWay: 3 });
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

  it("takes the longest of several pauses, and a pause of its own where the API names none", async () => {
    const { refuse, sent, clock, now } = byHand(names(9));
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

  it("pauses for an API that is down only where that says for how long", async () => {
    const { refuse, now } = byHand(names(9));
    await refuse("r0", new BffError(503, "unavailable", "Down."));
    expect(now()?.phase).toBe("running");
    await refuse("r1", new BffError(503, "unavailable", "Down.", { retryAfterSeconds: 7 }));
    expect(now()).toMatchObject({ phase: "paused", pausedUntilMs: 8_000 });
  });

  it("awaits what is under way when stopped, and names what was not sent", async () => {
    const { answer, run, sent, now } = byHand(names(6));
    run.stop();
    expect(now()).toMatchObject({ phase: "stopping", underWay: 4 });
    for (const id of names(4)) await answer(id);
    expect(sent).toHaveLength(4);
    const end = await run.finished;
    expect(end).toMatchObject({ phase: "over", unsent: ["r4", "r5"] });
  });

  it("ends at once when stopped in a pause, and the end of the pause sends nothing", async () => {
    const { answer, refuse, run, sent, clock } = byHand(names(6));
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
  ])("halts at %i: the rest would fare no better", async (status, code) => {
    const { answer, refuse, run } = byHand(names(6));
    await refuse("r0", new BffError(status, code, "No."));
    for (const id of ["r1", "r2", "r3"]) await answer(id);
    const end = await run.finished;
    expect(end.haltedBy).toMatchObject({ id: "r0", code });
    expect(end).toMatchObject({ unsent: ["r4", "r5"], underWay: 0 });
    expect(end.done).toHaveLength(3);
  });

  it("is over at once with nothing to do", async () => {
    expect(await byHand([]).run.finished).toMatchObject({ phase: "over", total: 0 });
  });
});
