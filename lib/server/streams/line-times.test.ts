import { describe, expect, it } from "vitest";
import { LineTimes, UpstreamStamps } from "./line-times.ts";

const receivedMs = Date.UTC(2026, 10, 22, 12);

describe("the time of a line", () => {
  const times = (options: Partial<ConstructorParameters<typeof LineTimes>[0]> = {}) =>
    new LineTimes({ isStamped: false, ...options });
  /** Lines of 22 November 2026: time of the stamp, text, and time of the receipt if it differs. */
  const read = (of: LineTimes, lines: readonly (readonly [string, string, string?])[]) =>
    lines.map(([stamp, text, received = stamp]) => {
      const day = (time: string) => `2026-11-22T${time}.000Z`;
      const { at, receivedAt } = of.of({ at: day(stamp), receivedAt: day(received), text, cut: false });
      return `${at.slice(11, 19)}${receivedAt === undefined ? " received" : ""}`;
    });

  it("is that of its receipt while no line carries one", () => {
    expect(read(times(), [["10:00:00", "up"]])).toEqual(["10:00:00 received"]);
  });

  it("is that of the line which it continues", () => {
    const lines = [
      ["12:00:00", "2026-11-22T10:00:00Z TypeError: none"],
      ["12:00:01", "    at buy (checkout.ts:1:2)"],
    ] as const;
    expect(read(times(), lines)).toEqual(["10:00:00", "10:00:00"]);
  });

  it("is later than that of the line before it by as much as its stamp, in a history with stamps of writing", () => {
    const lines = [
      ["10:00:01", "[1:1:1122/100001.000000:WARNING:a.cc(1)] slow", "12:00:00"],
      ["10:05:00", "[console:error] boom", "12:00:00"],
    ] as const;
    expect(read(times(), lines)).toEqual(["10:00:01", "10:05:00"]);
  });

  it("is the stamp where a line is followed long after those of a history that was stamped as it was read", () => {
    const of = times();
    expect(read(of, [["12:00:00", "[1:1:1122/100001.000000:WARNING:a.cc(1)] slow"]])).toEqual(["10:00:01"]);
    of.follow();
    expect(read(of, [["12:00:00", "[console:error] boom"]])).toEqual(["12:00:00"]);
  });

  it("goes by the clock of the lines that carry times, also where that is wrong", () => {
    const of = times();
    of.follow();
    const lines = [
      ["12:00:00", "2026-11-22T11:00:00Z up"],
      ["12:00:01", "    and what it says"],
      ["12:00:10", "later"],
    ] as const;
    expect(read(of, lines)).toEqual(["11:00:00", "11:00:00", "11:00:10"]);
  });

  it("is the stamp of an upstream that stamps lines as they are written", () => {
    const lines = [
      ["10:00:00", "2026-11-22T09:59:59Z up", "12:00:00"],
      ["10:00:01", "next", "12:00:00"],
    ] as const;
    expect(read(times({ isStamped: true }), lines)).toEqual(["09:59:59", "10:00:01"]);
  });
});

describe("an upstream's stamps", () => {
  const see = (pairs: readonly (readonly [stamped: number, received: number])[]) => {
    const stamps = new UpstreamStamps();
    for (const [stamped, received] of pairs) stamps.see(receivedMs + stamped, receivedMs + received);
    return stamps.areOfWriting;
  };

  it("are of writing when lines that come together were stamped apart", () => {
    expect(
      see([
        [-60_000, 0],
        [-10_000, 1],
        [-8_000, 1],
      ]),
    ).toBe(true);
    // It stays known for the lines that follow live.
    expect(
      see([
        [-60_000, 0],
        [-10_000, 1],
        [-8_000, 1],
        [5_000, 5_000],
      ]),
    ).toBe(true);
  });

  it("are of reading when they pass as the lines come, whatever the upstream's clock", () => {
    expect(
      see([
        [0, 0],
        [1, 1],
        [4_000, 4_001],
      ]),
    ).toBe(false);
    expect(
      see([
        [-90_000, 0],
        [-89_999, 2],
        [-30_000, 60_000],
      ]),
    ).toBe(false);
    // The first line was delayed on its way.
    expect(
      see([
        [0, 2_000],
        [2_000, 2_001],
        [4_000, 4_001],
      ]),
    ).toBe(false);
  });
});
