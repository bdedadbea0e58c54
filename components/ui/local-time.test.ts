import { describe, expect, it } from "vitest";
import { instantsOfLocal, localOfEpoch } from "./local-time.ts";

describe("a local time", () => {
  it("is parsed in the operator's time zone, summer and winter", () => {
    expect(instantsOfLocal("2026-06-01T14:00", "Europe/Berlin")).toEqual([Date.UTC(2026, 5, 1, 12)]);
    expect(instantsOfLocal("2026-01-01T14:00", "Europe/Berlin")).toEqual([Date.UTC(2026, 0, 1, 13)]);
    expect(instantsOfLocal("2026-06-01T14:00", "UTC")).toEqual([Date.UTC(2026, 5, 1, 14)]);
    expect(instantsOfLocal("tomorrow", "UTC")).toEqual([]);
    expect(instantsOfLocal("2026-13-01T14:00", "UTC")).toEqual([]);
  });

  it("names two instants in the hour that is repeated, and one around it", () => {
    const day = (hour: number, minute: number) => Date.UTC(2026, 9, 25, hour, minute);
    expect(instantsOfLocal("2026-10-25T02:30", "Europe/Berlin")).toEqual([day(0, 30), day(1, 30)]);
    expect(instantsOfLocal("2026-10-25T02:00", "Europe/Berlin")).toEqual([day(0, 0), day(1, 0)]);
    expect(instantsOfLocal("2026-10-25T01:59", "Europe/Berlin")).toEqual([Date.UTC(2026, 9, 24, 23, 59)]);
    expect(instantsOfLocal("2026-10-25T03:00", "Europe/Berlin")).toEqual([day(2, 0)]);
    expect(instantsOfLocal("2026-11-01T01:30", "America/New_York")).toEqual([
      Date.UTC(2026, 10, 1, 5, 30),
      Date.UTC(2026, 10, 1, 6, 30),
    ]);
  });

  it("takes a time that is skipped by the clock of before", () => {
    expect(instantsOfLocal("2026-03-29T02:30", "Europe/Berlin")).toEqual([Date.UTC(2026, 2, 29, 1, 30)]);
  });

  it("is formatted as it is parsed", () => {
    for (const zone of ["UTC", "Europe/Berlin", "Asia/Kolkata"])
      for (let hour = 0; hour < 48; hour += 1) {
        const atMs = Date.UTC(2026, 9, 24, hour);
        expect(instantsOfLocal(localOfEpoch(atMs, zone), zone)).toContain(atMs);
      }
  });
});
