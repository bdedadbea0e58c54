import { describe, expect, it } from "vitest";
import { type SubjectStanding, standingOk, transition, type Verdict } from "./alert-state-machine.ts";

const rule = { forMs: 20, clearMs: 20, remindMs: 100 };

/** Applies verdicts ten milliseconds apart; returns changes and notifications by index. */
function runSteps(verdicts: readonly Verdict[], muted: (at: number) => boolean = () => false, with_ = rule) {
  let standing: SubjectStanding = standingOk;
  const events: string[] = [];
  verdicts.forEach((verdict, at) => {
    const { next, change, notify } = transition(standing, verdict, with_, {
      elapsedMs: 10,
      muted: muted(at),
    });
    standing = next;
    if (change !== undefined || notify !== undefined) events.push(`${at} ${change ?? "-"} ${notify ?? "-"}`);
  });
  return { standing, events };
}
const times = (verdict: Verdict, count: number) => Array.from({ length: count }, () => verdict);

describe("transition", () => {
  it("fires only after being bad for the rule's delay", () => {
    expect(runSteps(times("bad", 2)).standing).toMatchObject({ state: "pending", badMs: 10 });
    expect(runSteps(times("bad", 3)).events).toEqual(["2 fired fired"]);
    expect(runSteps(["bad", "bad", "clear", "bad", "bad"]).events).toEqual([]);
  });

  it("fires at once without a delay", () => {
    expect(runSteps(["bad"], undefined, { ...rule, forMs: 0 }).events).toEqual(["0 fired fired"]);
  });

  it("resolves only after staying clear; between bad and clear it keeps firing", () => {
    const fired = times("bad", 3);
    expect(runSteps([...fired, "between", "between", "between"]).standing.state).toBe("firing");
    expect(runSteps([...fired, "clear", "bad", "clear"]).standing.state).toBe("firing");
    expect(runSteps([...fired, "clear", "clear"]).events).toEqual(["2 fired fired", "4 resolved resolved"]);
  });

  it("counts no time and sends nothing while unknown", () => {
    expect(runSteps(["unknown", "unknown"]).standing).toEqual(standingOk);
    const pending = runSteps(["bad", "bad", ...times("unknown", 50)]);
    expect(pending.standing).toMatchObject({ state: "pending", badMs: 10 });
    const firing = runSteps([...times("bad", 3), ...times("unknown", 50)]);
    expect(firing.events).toEqual(["2 fired fired"]);
    expect(firing.standing.state).toBe("firing");
    // Clear, unknown, clear: it did not stay clear.
    expect(runSteps([...times("bad", 3), "clear", "unknown", "clear"]).standing.state).toBe("firing");
  });

  it("reminds at most as often as the rule specifies, and never with 0", () => {
    expect(runSteps(times("bad", 25)).events).toEqual(["2 fired fired", "12 - reminded", "22 - reminded"]);
    expect(runSteps(times("bad", 25), undefined, { ...rule, remindMs: 0 }).events).toEqual(["2 fired fired"]);
  });

  it("opens and ends without notification while muted, and notifies late when it outlasts the mute", () => {
    expect(runSteps([...times("bad", 3), "clear", "clear"], () => true).events).toEqual([
      "2 fired -",
      "4 resolved -",
    ]);
    expect(runSteps(times("bad", 8), (at) => at < 6).events).toEqual(["2 fired -", "6 - fired"]);
  });

  it("notifies the end of a notified alert, muted or not", () => {
    const events = runSteps([...times("bad", 3), "clear", "clear"], (at) => at > 2).events;
    expect(events).toEqual(["2 fired fired", "4 resolved resolved"]);
  });
});
