import { describe, expect, it } from "vitest";
import { type Standing, standingOk, step, type Verdict } from "./step.ts";

const rule = { forMs: 20, clearMs: 20, remindMs: 100 };

/** Walks through looks ten milliseconds apart; answers what changed and what was told at each. */
function walk(verdicts: readonly Verdict[], muted: (at: number) => boolean = () => false, with_ = rule) {
  let standing: Standing = standingOk;
  const events: string[] = [];
  verdicts.forEach((verdict, at) => {
    const { next, change, tell } = step(standing, verdict, with_, { elapsedMs: 10, muted: muted(at) });
    standing = next;
    if (change !== undefined || tell !== undefined) events.push(`${at} ${change ?? "-"} ${tell ?? "-"}`);
  });
  return { standing, events };
}
const times = (verdict: Verdict, count: number) => Array.from({ length: count }, () => verdict);

describe("a subject of a rule", () => {
  it("fires only when it was bad for as long as the rule says", () => {
    expect(walk(times("bad", 2)).standing).toMatchObject({ state: "pending", badMs: 10 });
    expect(walk(times("bad", 3)).events).toEqual(["2 fired fired"]);
    expect(walk(["bad", "bad", "clear", "bad", "bad"]).events).toEqual([]);
  });

  it("fires at once where nothing is to be waited for", () => {
    expect(walk(["bad"], undefined, { ...rule, forMs: 0 }).events).toEqual(["0 fired fired"]);
  });

  it("resolves only when it stayed clear; between bad and clear it keeps firing", () => {
    const fired = times("bad", 3);
    expect(walk([...fired, "between", "between", "between"]).standing.state).toBe("firing");
    expect(walk([...fired, "clear", "bad", "clear"]).standing.state).toBe("firing");
    expect(walk([...fired, "clear", "clear"]).events).toEqual(["2 fired fired", "4 resolved resolved"]);
  });

  it("is neither clear nor bad while nothing is known: no time counts, nothing is told", () => {
    expect(walk(["unknown", "unknown"]).standing).toEqual(standingOk);
    const pending = walk(["bad", "bad", ...times("unknown", 50)]);
    expect(pending.standing).toMatchObject({ state: "pending", badMs: 10 });
    const firing = walk([...times("bad", 3), ...times("unknown", 50)]);
    expect(firing.events).toEqual(["2 fired fired"]);
    expect(firing.standing.state).toBe("firing");
    // Clear, then unknown, then clear again: it was not seen to stay clear.
    expect(walk([...times("bad", 3), "clear", "unknown", "clear"]).standing.state).toBe("firing");
  });

  it("is told again at most as often as the rule says, and never when it says so", () => {
    expect(walk(times("bad", 25)).events).toEqual(["2 fired fired", "12 - reminded", "22 - reminded"]);
    expect(walk(times("bad", 25), undefined, { ...rule, remindMs: 0 }).events).toEqual(["2 fired fired"]);
  });

  it("opens and ends silently while muted, and is told late when it lasts longer than the mute", () => {
    expect(walk([...times("bad", 3), "clear", "clear"], () => true).events).toEqual([
      "2 fired -",
      "4 resolved -",
    ]);
    expect(walk(times("bad", 8), (at) => at < 6).events).toEqual(["2 fired -", "6 - fired"]);
  });

  it("tells the end of what was told, muted or not", () => {
    const events = walk([...times("bad", 3), "clear", "clear"], (at) => at > 2).events;
    expect(events).toEqual(["2 fired fired", "4 resolved resolved"]);
  });
});
