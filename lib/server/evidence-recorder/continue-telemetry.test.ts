import { expect, it } from "vitest";
import { telemetryEventOf } from "../../../tests/support/fakes/fake-telemetry.ts";
import { LogRing } from "../streams/ring.ts";
import { telemetryItem } from "../streams/telemetry-item.ts";
import { entriesAfter, lastEventOf } from "./continue-telemetry.ts";

/** Entries of events with these numbers; 0 is a gap. */
function entriesOf(...seqs: readonly number[]) {
  const ring = new LogRing("e1");
  for (const seq of seqs)
    if (seq === 0) ring.addGap({ reason: "disconnected", count: 1, from: null, to: "2026-11-23T00:00:00Z" });
    else ring.addLine(telemetryItem(telemetryEventOf(seq)));
  return ring.after(ring.startId, Number.POSITIVE_INFINITY);
}
const last = lastEventOf([telemetryItem(telemetryEventOf(2))]) ?? { seq: Number.NaN, at: "" };
const indexAfter = (...seqs: readonly number[]) => {
  const entries = entriesOf(...seqs);
  const found = entriesAfter(last, entries);
  return (
    found && { gap: found.gap.map(({ missing }) => missing), from: entries.length - found.entries.length }
  );
};

it("passes over what is stored, with the gaps in it", () => {
  expect(indexAfter(1, 0, 2, 3, 4)).toEqual({ gap: [], from: 3 });
  expect(indexAfter(3)).toEqual({ gap: [], from: 0 });
  expect(indexAfter(1, 2, 0)).toBeUndefined();
  expect(indexAfter()).toBeUndefined();
});

it("marks events between, once", () => {
  expect(indexAfter(1, 0, 6, 7)).toEqual({ gap: [3], from: 2 });
  const gap = entriesAfter(last, entriesOf(6))?.gap[0];
  expect(gap).toMatchObject({ kind: "gap", missing: 3, at: telemetryItem(telemetryEventOf(6)).at });
});

it("knows no last event without lines that are events", () => {
  expect(lastEventOf([])).toBeUndefined();
  expect(lastEventOf([{ at: "2026-11-23T00:00:00Z", text: "a line" }])).toBeUndefined();
});
