import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAge, formatChosenDuration, formatDuration, formatRunningDuration } from "./duration.ts";
import { readFailure } from "./error-message.ts";
import { formatClock, formatDate, formatFullTime } from "./full-time.ts";
import { formatBytes, formatCount, formatPercent } from "./numbers.ts";
import { formatRelative } from "./relative-time.ts";
import { elapsedMs, parseInstant } from "./rfc3339.ts";
import { shortId } from "./short-id.ts";
import { formatOffset, isZone, resolveZone, zoneOffsetMinutes } from "./time-zone.ts";

describe("parseInstant", () => {
  it("preserves text and nanoseconds", () => {
    const text = "2026-11-21T03:08:41.218123456Z";
    expect(parseInstant(text)).toEqual({
      text,
      epochMs: Date.UTC(2026, 10, 21, 3, 8, 41, 218),
      nanos: 218123456,
    });
  });
  it("parses offsets, lower case, no fraction and more than nine digits", () => {
    expect(parseInstant("2026-11-21t04:08:41+01:00")?.epochMs).toBe(Date.UTC(2026, 10, 21, 3, 8, 41));
    expect(parseInstant("2026-11-20T22:38:41.5-04:30")?.epochMs).toBe(Date.UTC(2026, 10, 21, 3, 8, 41, 500));
    expect(parseInstant("2026-11-21T03:08:41.1234567899Z")?.nanos).toBe(123456789);
    expect(parseInstant("0001-01-01T00:00:00Z")?.epochMs).toBe(-62135596800000);
  });
  it.each([
    "",
    "now",
    "2026-11-21",
    "2026-02-30T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:00:00",
    "2026-01-01T00:00:00+24:00",
  ])("refuses %j", (text) => expect(parseInstant(text)).toBeUndefined());
  it("agrees with Date for every representable millisecond", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("0100-01-01"), max: new Date("9999-01-01"), noInvalidDate: true }),
        (date) => {
          expect(parseInstant(date.toISOString())?.epochMs).toBe(date.getTime());
        },
      ),
    );
  });
  it("measures spans below a millisecond", () => {
    const from = parseInstant("2026-01-01T00:00:00.999999500Z");
    const to = parseInstant("2026-01-01T00:00:01.000000250Z");
    if (from === undefined || to === undefined) throw new Error("both are valid");
    expect(elapsedMs(from, to)).toBeCloseTo(0.00075, 8);
  });
});

describe("formatDuration", () => {
  it.each([
    [0, "0 ms"],
    [0.4, "0.4 ms"],
    [412.4, "412 ms"],
    [999.6, "1.0 s"],
    [48_240, "48.2 s"],
    [59_940, "59.9 s"],
    [59_960, "1 min"],
    [62_000, "1 min 2 s"],
    [724_000, "12 min 4 s"],
    [720_000, "12 min"],
    [3_599_600, "1 h"],
    [11_520_000, "3 h 12 min"],
    [187_200_000, "2 d 4 h"],
    [-1500, "−1.5 s"],
    [Number.NaN, "–"],
    [null, "–"],
  ])("%s ms reads %s", (ms, text) => expect(formatDuration(ms)).toBe(text));
});

describe("a chosen duration", () => {
  it.each([
    [0, "0 ms"],
    [1, "1 ms"],
    [500, "500 ms"],
    [5_000, "5 s"],
    [2_500, "2.5 s"],
    [30_000, "30 s"],
    [90_000, "1 min 30 s"],
    [3_600_000, "1 h"],
  ])("%s ms is %s", (ms, text) => expect(formatChosenDuration(ms)).toBe(text));
});

describe("a running duration", () => {
  it.each([
    [-5, "0 s"],
    [999, "0 s"],
    [59_999, "59 s"],
    [60_000, "1 min"],
    [101_900, "1 min 41 s"],
  ])("%s ms is %s", (ms, text) => expect(formatRunningDuration(ms)).toBe(text));
});

describe("ages", () => {
  it.each([
    [-5000, "0 s"],
    [3_900, "3 s"],
    [59_999, "59 s"],
    [60_000, "1 min"],
    [149_999, "2 min"],
    [7_199_999, "119 min"],
    [7_200_000, "2 h"],
    [172_800_000, "2 d"],
  ])("%s ms is %s", (ms, text) => expect(formatAge(ms)).toBe(text));
  it("formats past and future", () => {
    expect(formatRelative(1000, 4000)).toBe("3 s ago");
    expect(formatRelative(301_000, 1000)).toBe("in 5 min");
    expect(formatRelative(1200, 1000)).toBe("now");
    expect(formatRelative(2000, 1000)).toBe("in 1 s");
  });
  it("what happened within a second is now: not to come since the clock's last tick, not 0 s ago", () => {
    expect(formatRelative(1999, 1000)).toBe("now");
    expect(formatRelative(1000, 1999)).toBe("now");
  });
  it("rounds what is to come to the nearest: in 90 days is in 90 d a moment later, too", () => {
    const inMs = [90 * 86_400_000, 70.4 * 86_400_000, 24 * 3_600_000, 5 * 60_000, 60_000, 47.7 * 3_600_000];
    expect(inMs.map((ms) => formatRelative(ms, 700))).toEqual([
      ...["in 90 d", "in 70 d", "in 24 h", "in 5 min", "in 59 s", "in 2 d"],
    ]);
  });
});

describe("times in zones", () => {
  const atMs = Date.UTC(2026, 10, 21, 3, 8, 41, 218);
  it("formats UTC and named zones with their offset", () => {
    expect(formatFullTime(atMs, "UTC")).toBe("2026-11-21 03:08:41.218 UTC");
    expect(formatFullTime(atMs, "Europe/Berlin")).toBe("2026-11-21 04:08:41.218 +01:00 Europe/Berlin");
    expect(formatFullTime(atMs, "America/St_Johns")).toBe("2026-11-20 23:38:41.218 −03:30 America/St_Johns");
    expect(formatFullTime(Number.NaN, "UTC")).toBe("–");
  });
  it("applies daylight saving time", () => {
    expect(zoneOffsetMinutes("Europe/Berlin", Date.UTC(2026, 6, 1))).toBe(120);
    expect(zoneOffsetMinutes("Europe/Berlin", Date.UTC(2026, 0, 1))).toBe(60);
    expect(formatOffset("Europe/Berlin", Date.UTC(2026, 6, 1))).toBe("UTC+2");
    expect(formatOffset("America/St_Johns", Date.UTC(2026, 0, 1))).toBe("UTC-3:30");
  });
  it("formats midnight as 00, and times before 1970", () => {
    expect(formatClock(Date.UTC(2026, 0, 1), "UTC", "minute")).toBe("00:00");
    expect(formatClock(Date.UTC(2025, 11, 31, 23), "Europe/Berlin", "minute")).toBe("00:00");
    expect(formatClock(-1, "UTC", "ms")).toBe("23:59:59.999");
    expect(formatDate(-1, "UTC")).toBe("1969-12-31");
  });

  it("formats each of several times as a formatter does, also in zones that were off by parts of a minute", () => {
    const time = fc.oneof(
      fc.integer({ min: Date.UTC(2026, 2, 29, 0, 59), max: Date.UTC(2026, 2, 29, 1, 1) }),
      fc.integer({ min: Date.UTC(1972, 0, 7, 0, 43), max: Date.UTC(1972, 0, 7, 0, 46) }),
    );
    const zones = ["UTC", "Europe/Berlin", "Asia/Kolkata", "Africa/Monrovia"];
    const formatters = zones.map((zone) => ({
      zone,
      formatter: new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "medium" }),
    }));
    fc.assert(
      fc.property(fc.array(time, { maxLength: 8 }), (times) => {
        for (const atMs of times) {
          for (const { zone, formatter } of formatters)
            expect(formatClock(atMs, zone, "second")).toBe(formatter.format(atMs));
        }
      }),
    );
  });
  it("falls back to UTC for an unknown zone", () => {
    expect(isZone("Mars/Olympus")).toBe(false);
    expect(resolveZone("Mars/Olympus")).toBe("UTC");
    expect(isZone(resolveZone("local"))).toBe(true);
  });
});

describe("numbers", () => {
  it.each([
    [0, "0 %"],
    [1, "100 %"],
    [0.0001, "< 0.1 %"],
    [0.062, "6.2 %"],
    [0.31, "31 %"],
    [0.9999, "> 99.9 %"],
    [0.995, "99.5 %"],
    [undefined, "–"],
    [Number.NaN, "–"],
  ])("share %s reads %s", (share, text) => expect(formatPercent(share)).toBe(text));
  it("never rounds to 0 % or 100 %", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true }), (share) => {
        expect(["0 %", "0.0 %", "100 %", "100.0 %"]).not.toContain(formatPercent(share));
      }),
    );
  });
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.00 kB"],
    [84_120, "84.1 kB"],
    [999_600, "1.00 MB"],
    [412e6, "412 MB"],
    [-1, "–"],
  ])("%s bytes read %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));
  it("separates thousands and formats unknown as a dash", () => {
    expect(formatCount(1144)).toBe("1,144");
    expect(formatCount(null)).toBe("–");
  });
  it("formats whole numbers as a formatter does", () => {
    const formatter = new Intl.NumberFormat("en-US");
    fc.assert(
      fc.property(fc.maxSafeInteger(), (count) => {
        expect(formatCount(count)).toBe(formatter.format(count));
      }),
    );
  });
});

describe("shortId", () => {
  it("shows both ends of long ids and short ids whole", () => {
    expect(shortId("htzv5orfit78e1m2biiifpbv")).toBe("htzv5o…ifpbv");
    expect(shortId("res-eu-3")).toBe("res-eu-3");
  });
});

describe("readFailure", () => {
  it("extracts details and applies defaults", () => {
    const thrown = Object.assign(new Error("No answer."), {
      code: "upstream_unavailable",
      status: 502,
      requestId: "r1",
    });
    expect(readFailure(thrown)).toEqual({
      code: "upstream_unavailable",
      message: "No answer.",
      status: 502,
      requestId: "r1",
      isOutcomeUnknown: false,
    });
    expect(readFailure("broken").message).toBe("broken");
    expect(readFailure(undefined)).toEqual({
      code: "failed",
      message: "Unknown error.",
      status: undefined,
      requestId: undefined,
      isOutcomeUnknown: false,
    });
    expect(readFailure({ status: "502" }).status).toBeUndefined();
  });
});
