import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writtenMs, zoneOffset } from "./written-time.ts";

const receivedMs = Date.UTC(2026, 10, 22, 12);
const timeOf = (line: string, atMs = receivedMs) => {
  const ms = writtenMs(line, atMs);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

describe("the time that a line carries", () => {
  it.each([
    ["2026-11-22T10:00:01.250Z step 1", "2026-11-22T10:00:01.250Z"],
    ["2026-11-22T10:00:01.123456789Z [supervisor] up", "2026-11-22T10:00:01.123Z"],
    ["2026-11-22 10:00:01,5 INFO up", "2026-11-22T10:00:01.500Z"],
    ["2026/11/22 10:00:01 up", "2026-11-22T10:00:01.000Z"],
    ["[2026-11-22T12:00:01+02:00] up", "2026-11-22T10:00:01.000Z"],
    ["2026-11-22T04:30:01-0530 up", "2026-11-22T10:00:01.000Z"],
    ["\u001b[32m2026-11-22T10:00:01Z\u001b[0m up", "2026-11-22T10:00:01.000Z"],
    ["<34>1 2026-11-22T10:00:01.003Z host app - - up", "2026-11-22T10:00:01.003Z"],
    ["<34>Nov 22 10:00:01 host app: up", "2026-11-22T10:00:01.000Z"],
    ["Nov  2 10:00:01 host app: up", "2026-11-02T10:00:01.000Z"],
    ["[123:456:1122/100001.250000:ERROR:gpu.cc(12)] lost", "2026-11-22T10:00:01.250Z"],
    ["E1122 10:00:01.250000 12 gpu.cc:1] lost", "2026-11-22T10:00:01.250Z"],
    ["1795341601 up", "2026-11-22T10:00:01.000Z"],
    ["[1795341601.25] up", "2026-11-22T10:00:01.250Z"],
    ["1795341601250 up", "2026-11-22T10:00:01.250Z"],
    ['{"level":30,"time":1795341601250,"msg":"up"}', "2026-11-22T10:00:01.250Z"],
    ['{"ts":1795341601.25,"msg":"up"}', "2026-11-22T10:00:01.250Z"],
    ['{"msg":"up","@timestamp":"2026-11-22T10:00:01.250Z"}', "2026-11-22T10:00:01.250Z"],
    ['{"timestamp": "2026-11-22 10:00:01"}', "2026-11-22T10:00:01.000Z"],
    ['{"ts":1795341601250000000}', "2026-11-22T10:00:01.250Z"],
  ])("is read: %s", (line, time) => expect(timeOf(line)).toBe(time));

  it("without a year is the nearest", () => {
    expect(timeOf("Dec 31 23:59:59 host up", Date.UTC(2027, 0, 1, 0, 0, 1))).toBe("2026-12-31T23:59:59.000Z");
    expect(timeOf("Jan  1 00:00:01 host up", Date.UTC(2026, 11, 31, 23, 59))).toBe(
      "2027-01-01T00:00:01.000Z",
    );
  });

  it("without a zone is that of the configured zone, in summer and in winter", () => {
    const berlin = zoneOffset("Europe/Berlin");
    const timeIn = (line: string) => new Date(writtenMs(line, receivedMs, berlin) ?? 0).toISOString();
    expect(timeIn("2026-11-22 11:00:01 up")).toBe("2026-11-22T10:00:01.000Z");
    expect(timeIn("2026-07-22 12:00:01 up")).toBe("2026-07-22T10:00:01.000Z");
    expect(timeIn("Nov 22 11:00:01 host app: up")).toBe("2026-11-22T10:00:01.000Z");
    expect(timeIn("[1:2:1122/110001:ERROR:gpu.cc(12)] lost")).toBe("2026-11-22T10:00:01.000Z");
    expect(timeIn('{"time":"2026-11-22 11:00:01"}')).toBe("2026-11-22T10:00:01.000Z");
    expect(timeIn("2026-11-22T10:00:01Z up")).toBe("2026-11-22T10:00:01.000Z");
    expect(timeIn("2026-11-22T10:00:01+00:00 up")).toBe("2026-11-22T10:00:01.000Z");
    // The hours around the change to winter time on 25 October 2026 at 3:00.
    expect(timeIn("2026-10-25 01:59:59 up")).toBe("2026-10-24T23:59:59.000Z");
    expect(timeIn("2026-10-25 03:00:00 up")).toBe("2026-10-25T02:00:00.000Z");
  });

  it.each([
    "step 1",
    "",
    "12 lines",
    "2026-13-22T10:00:01Z",
    "2026-02-30T10:00:01Z",
    "2026-11-22T25:00:01Z",
    "the time is 2026-11-22T10:00:01Z",
    "    at buy (checkout.ts:23:46)",
    "[1:2:3] up",
    '{"msg":"up"}',
    '{"time":12}',
    "Novel 22 10:00:01",
    "17953416012345678",
    // Numbers of ten digits in another year, and a time that is no time of writing.
    "1073741824 bytes free",
    "4155551234 called",
    "2027-01-01 00:00:00 the certificate ends",
  ])("is none: %s", (line) => expect(timeOf(line)).toBeUndefined());

  it("never throws, and is a number that is a date", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789-/:.TZ []{}"<>+tsime@,'.split("")), maxLength: 60 }),
        (line) => {
          const ms = writtenMs(line, receivedMs);
          expect(ms === undefined || !Number.isNaN(new Date(ms).getTime())).toBe(true);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});
