import { describe, expect, it } from "vitest";
import { TestClock } from "../../../tests/support/test-clock.ts";
import { BelievedTime, evenForMs } from "./believed-time.ts";

const nowMs = Date.UTC(2026, 10, 21, 12);
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** A term that begins now, after one that knew this time last. */
function term(clock: TestClock, knownMs?: number, upstreamMs: () => number | undefined = () => undefined) {
  const begun = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
  return new BelievedTime({ clock, monotonicMs: clock.monotonicMs, upstreamMs }, begun, knownMs);
}

describe("the time that is believed", () => {
  it("is the clock's while it goes on, of the first term and of the next", async () => {
    const clock = new TestClock(nowMs);
    const first = term(clock);
    await clock.advance(3 * dayMs);
    expect(first.read()).toMatchObject({ believedMs: nowMs + 3 * dayMs, knownMs: nowMs + 3 * dayMs });
    clock.step(minuteMs);
    expect(term(clock, first.read().knownMs).read().believedMs).toBe(clock.nowMs());
  });

  it("loses nothing over short pauses between terms, however many", async () => {
    const clock = new TestClock(nowMs);
    let time = term(clock);
    for (let restart = 1; restart <= 50; restart += 1) {
      const { knownMs } = time.read();
      await clock.advance(9 * minuteMs);
      time = term(clock, knownMs);
      expect(time.read().believedMs).toBe(clock.nowMs());
    }
  });

  it("goes on with the time that passes when the clock jumps ahead, over any number of terms", async () => {
    const clock = new TestClock(nowMs);
    let time = term(clock);
    clock.step(60 * dayMs);
    for (let restart = 1; restart <= 50; restart += 1) {
      await clock.advance(minuteMs);
      const { believedMs, knownMs } = time.read();
      expect(knownMs).toBe(nowMs + restart * minuteMs);
      expect(believedMs).toBe(knownMs + 10 * minuteMs);
      time = term(clock, knownMs);
    }
    clock.step(-60 * dayMs);
    expect(time.read()).toMatchObject({ believedMs: clock.nowMs(), knownMs: clock.nowMs() });
  });

  it("never takes the word of a clock that jumped within the term, until it is right again", async () => {
    const clock = new TestClock(nowMs);
    const time = term(clock, nowMs - 100 * dayMs);
    clock.step(60 * dayMs);
    await clock.advance(2 * evenForMs);
    expect(time.read().knownMs).toBe(nowMs - 100 * dayMs + 2 * evenForMs);
    clock.step(-60 * dayMs);
    expect(time.read().knownMs).toBe(clock.nowMs());
  });

  it("is the clock's after a long pause, once it went evenly for hours", async () => {
    const clock = new TestClock(nowMs);
    const time = term(clock, nowMs - 100 * dayMs);
    await clock.advance(evenForMs - 1);
    expect(time.read().believedMs).toBeLessThan(nowMs - 99 * dayMs);
    await clock.advance(1);
    expect(time.read()).toMatchObject({ believedMs: clock.nowMs(), knownMs: clock.nowMs() });
  });

  it("is not the clock's while the upstream tells another one", async () => {
    const clock = new TestClock(nowMs);
    let aheadMs = 60 * dayMs;
    const time = term(clock, nowMs - aheadMs, () => clock.nowMs() - aheadMs);
    await clock.advance(10 * dayMs);
    expect(time.read().knownMs).toBe(nowMs - 50 * dayMs);
    aheadMs = 0;
    expect(time.read().knownMs).toBe(clock.nowMs());
  });

  it("begins to count the hours again when the clock was set back", async () => {
    const clock = new TestClock(nowMs);
    const time = term(clock, nowMs - 100 * dayMs);
    await clock.advance(evenForMs - 1);
    clock.step(-60 * dayMs);
    expect(time.read().knownMs).toBe(nowMs - 100 * dayMs + evenForMs - 1);
    await clock.advance(evenForMs - 1);
    expect(time.read().knownMs).toBeLessThan(nowMs - 99 * dayMs);
    await clock.advance(1);
    expect(time.read().knownMs).toBe(clock.nowMs());
  });

  it("has a latest that a clock set back by mistake does not bring down before it is believed", async () => {
    const clock = new TestClock(nowMs);
    const time = term(clock, nowMs);
    clock.step(-60 * dayMs);
    expect(time.read().latestMs).toBe(nowMs);
    await clock.advance(evenForMs);
    expect(time.read().latestMs).toBe(clock.nowMs());
  });
});
