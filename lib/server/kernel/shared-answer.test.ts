import { describe, expect, it, vi } from "vitest";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import { noteChange } from "./changes.ts";
import { paces } from "./paces.ts";
import { SharedAnswer } from "./shared-answer.ts";

function sharedAnswer(compute: (round: number) => Promise<number> = async (round) => round) {
  const clock = new TestClock();
  const computed = vi.fn(compute);
  const shared = new SharedAnswer(() => computed(computed.mock.calls.length + 1), ["acts"], clock);
  return { clock, computed, read: (viewer: string) => shared.read(viewer) };
}
const { freshMs, freshToOthersMs } = paces.shared;

describe("an answer for many viewers", () => {
  it("is made once for viewers who ask at different times, and anew for the one who asks again", async () => {
    const { clock, computed, read } = sharedAnswer();
    const viewers = ["a", "b", "c", "d", "e"];
    for (const round of [1, 2, 3])
      for (const viewer of viewers) {
        expect(await read(viewer)).toBe(round);
        await clock.advance(freshToOthersMs / viewers.length);
      }
    expect(computed).toHaveBeenCalledTimes(3);
  });

  it("is the same for a viewer who asks again at once", async () => {
    const { clock, read } = sharedAnswer();
    expect(await Promise.all([read("a"), read("a")])).toEqual([1, 1]);
    await clock.advance(freshMs - 1);
    expect(await read("a")).toBe(1);
    await clock.advance(1);
    expect(await read("a")).toBe(2);
  });

  it("is made anew after a change, also for a viewer who has not received the one before", async () => {
    const { read } = sharedAnswer();
    expect(await read("a")).toBe(1);
    noteChange("reads");
    expect(await read("b")).toBe(1);
    noteChange("acts");
    expect(await read("b")).toBe(2);
  });

  it("is not kept when it could not be made", async () => {
    const { read } = sharedAnswer(async (round) => {
      if (round === 1) throw new Error("not yet");
      return round;
    });
    await expect(read("a")).rejects.toThrow("not yet");
    expect(await read("a")).toBe(2);
  });
});
