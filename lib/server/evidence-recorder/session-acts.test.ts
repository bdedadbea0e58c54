import { describe, expect, it } from "vitest";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import { Problem } from "../kernel/problem.ts";
import { BrowserEnded, NotYet, SessionActs } from "./session-acts.ts";

const second = 1_000;
const minute = 60 * second;
const away = new Problem(502, "upstream_unreachable", "The API cannot be reached.");

/** Acts whose tries fail with `errors`, one each; later ones succeed. */
function actsFailing(...errors: readonly Error[]) {
  const clock = new TestClock();
  const queue = [...errors];
  const tries: string[] = [];
  const reports: unknown[] = [];
  const act = async (id: string) => {
    tries.push(id);
    const error = queue.shift();
    if (error !== undefined) throw error;
  };
  const acts = new SessionActs({ act, report: (error) => reports.push(error), clock });
  /** Runs at every look for so long. */
  const look = async (forMs: number) => {
    for (let passedMs = 0; passedMs < forMs; passedMs += 2 * second) {
      await acts.run("s1");
      await clock.advance(2 * second);
    }
  };
  return { acts, look, tries, reports };
}

describe("an act on a browser", () => {
  it("is done once", async () => {
    const { acts, look, tries } = actsFailing();
    await look(10 * minute);
    expect([tries, acts.isDone("s1"), acts.isDue("s1")]).toEqual([["s1"], true, false]);
  });

  it.each([400, 403, 404, 409, 501])(
    "is given up, and reported, once it was refused three times with %i",
    async (status) => {
      const refused = new Problem(status, "refused", "Refused.");
      const { acts, look, tries, reports } = actsFailing(refused, refused, refused);
      await look(60 * minute);
      expect([tries.length, acts.isDone("s1"), acts.isDue("s1")]).toEqual([3, false, false]);
      expect(reports).toEqual([refused]);
    },
  );

  it("is given up at once when the browser has ended, which is no failure", async () => {
    const { acts, look, tries, reports } = actsFailing(away, away, new BrowserEnded());
    await look(60 * minute);
    expect([tries.length, acts.isDone("s1"), acts.isDue("s1"), reports]).toEqual([3, false, false, []]);
  });

  it.each([
    ["cannot be reached", away],
    ["is away as the circuit breaker has it", new Problem(503, "upstream_unreachable", "It is away.")],
    ["is full", new Problem(429, "upstream_busy", "It is full.")],
    ["is too slow", new Problem(408, "timeout", "It is too slow.")],
    ["has another fault", new Error("what?")],
  ])("is tried again, however often, after the API %s, and reported once", async (_, error) => {
    const { acts, look, tries, reports } = actsFailing(...Array.from({ length: 9 }, () => error));
    await look(60 * minute);
    expect([tries.length, acts.isDone("s1")]).toEqual([10, true]);
    expect(reports).toEqual([error]);
  });

  it("is not due in the growing pause between its tries, and no sooner than the API says", async () => {
    const busy = new Problem(429, "upstream_busy", "It is full.", { retryAfterSeconds: 30 });
    const { acts, look, tries } = actsFailing(busy, away, away, away);
    await look(28 * second);
    expect([tries.length, acts.isDue("s1")]).toEqual([1, false]);
    await look(2 * second);
    expect(acts.isDue("s1")).toBe(true);
    await look(2 * second);
    expect([tries.length, acts.isDue("s1")]).toEqual([2, false]);
    await look(6 * second);
    expect(tries).toHaveLength(2);
    await look(20 * second);
    expect(tries).toHaveLength(3);
  });

  it("is tried again after tries that were too early, which are no failures", async () => {
    const early = Array.from({ length: 4 }, () => new NotYet());
    const { acts, look, tries, reports } = actsFailing(...early, away, away, away);
    await look(2 * second);
    expect([tries.length, acts.isEarly("s1"), acts.isDue("s1")]).toEqual([1, true, false]);
    await look(70 * second);
    expect([tries.length, reports]).toEqual([4, []]);
    await look(10 * minute);
    expect([tries.length, reports, acts.isEarly("s1")]).toEqual([8, [away], false]);
  });

  it("is done again to a browser that got another use meanwhile", async () => {
    const tries: (() => void)[] = [];
    const act = () => new Promise<void>((resolve) => tries.push(resolve));
    const acts = new SessionActs({ act, report: () => undefined, clock: new TestClock() });
    acts.retain(new Map([["s1", "first"]]));
    const running = acts.run("s1");
    acts.retain(new Map([["s1", "second"]]));
    tries[0]?.();
    await running;
    expect([acts.isDone("s1"), acts.isDue("s1")]).toEqual([false, true]);
  });

  it("is done again to a browser that was left meanwhile, or has another use", async () => {
    const { acts, look, tries } = actsFailing();
    acts.retain(new Map([["s1", undefined]]));
    await look(2 * second);
    acts.retain(new Map([["s1", undefined]]));
    await look(2 * second);
    expect(tries).toHaveLength(1);
    acts.retain(new Map());
    acts.retain(new Map([["s1", "first"]]));
    await look(2 * second);
    expect(tries).toHaveLength(2);
    acts.retain(new Map([["s1", "second"]]));
    await look(2 * second);
    expect(tries).toHaveLength(3);
  });
});
