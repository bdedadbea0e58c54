import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FramePacer, type TimedPicture, videoRateOf } from "./frame-pacer.ts";

/** Pictures are names here; those of one length are of one size. */
const pacer = (rate = 10) =>
  new FramePacer<string>({
    rate,
    repeatMs: 1000,
    sameSize: (one, other) => one.length === other.length,
  });

/** Whether a picture only precedes one of another size by a millisecond. */
const isRepeatedBefore = (picture: string, atMs: number, next: TimedPicture<string> | undefined) =>
  next !== undefined && next.atMs === atMs + 1 && next.picture.length !== picture.length;

describe("FramePacer", () => {
  it("writes nothing before the first picture, then that picture at the start", () => {
    const pace = pacer();
    expect(pace.due(730)).toEqual([]);
    pace.show("a");
    expect(pace.due(740)).toEqual([{ picture: "a", atMs: 0 }]);
  });

  it("writes at most one new picture per frame, the newest", () => {
    const pace = pacer();
    pace.show("a");
    pace.due(0);
    pace.show("b");
    expect(pace.due(60)).toEqual([]);
    pace.show("c");
    expect(pace.due(100)).toEqual([{ picture: "c", atMs: 100 }]);
    expect(pace.due(200)).toEqual([]);
  });

  it("repeats an unchanged picture", () => {
    const pace = pacer();
    pace.show("a");
    pace.due(0);
    expect(pace.due(900)).toEqual([]);
    expect(pace.due(1040)).toEqual([{ picture: "a", atMs: 1000 }]);
    pace.show("b");
    expect(pace.due(1530)).toEqual([{ picture: "b", atMs: 1500 }]);
  });

  it("repeats a picture just before one of another size", () => {
    const pace = pacer();
    pace.show("a");
    pace.due(0);
    pace.show("larger");
    expect(pace.due(110)).toEqual([
      { picture: "a", atMs: 99 },
      { picture: "larger", atMs: 100 },
    ]);
    pace.show("b");
    expect(pace.due(730)).toEqual([
      { picture: "larger", atMs: 699 },
      { picture: "b", atMs: 700 },
    ]);
  });

  it("ends at the elapsed time, with or without a pending picture", () => {
    const resting = pacer();
    resting.show("a");
    resting.due(0);
    expect(resting.end(960)).toEqual([{ picture: "a", atMs: 1000 }]);
    const waiting = pacer();
    waiting.show("a");
    waiting.due(0);
    waiting.show("b");
    expect(waiting.end(2000)).toEqual([
      { picture: "b", atMs: 2000 },
      { picture: "b", atMs: 2100 },
    ]);
    expect(pacer().end(500)).toEqual([]);
    const brief = pacer();
    brief.show("a");
    brief.due(0);
    expect(brief.end(20)).toEqual([{ picture: "a", atMs: 200 }]);
  });

  it("times increase, are multiples of the frame duration, and end within a frame of the real time", () => {
    const step = fc.record({ afterMs: fc.integer({ min: 0, max: 3000 }), picture: fc.option(fc.string()) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(step), (framerate, steps) => {
        const rate = videoRateOf(framerate);
        const pace = pacer(rate);
        pace.show("first");
        const written = pace.due(0);
        let nowMs = 0;
        for (const { afterMs, picture } of steps) {
          nowMs += afterMs;
          if (picture !== null) pace.show(picture);
          written.push(...pace.due(nowMs));
        }
        written.push(...pace.end(nowMs));
        const frames = written
          .filter(({ picture, atMs }, index) => !isRepeatedBefore(picture, atMs, written[index + 1]))
          .map(({ atMs }) => (atMs * rate) / 1000);
        for (const [index, place] of frames.entries()) {
          expect(Math.abs(place - Math.round(place))).toBeLessThan(rate / 1000);
          expect(Math.round(place)).toBeGreaterThan(Math.round(frames[index - 1] ?? -1));
        }
        expect(Math.abs((written.at(-1)?.atMs ?? 0) - Math.max(nowMs, 2000 / rate))).toBeLessThanOrEqual(
          1000 / rate + 1,
        );
      }),
    );
  });

  it("uses a multiple of a low framerate", () => {
    for (let framerate = 1; framerate <= 20; framerate += 1) {
      expect(videoRateOf(framerate)).toBeGreaterThanOrEqual(10);
      expect(videoRateOf(framerate) % framerate).toBe(0);
    }
    expect([1, 3, 10, 20].map(videoRateOf)).toEqual([10, 12, 10, 20]);
  });
});
