import { expect, it } from "vitest";
import { recorderState } from "./recorder.ts";

it("the state of a replica of the version before, which does not say how much of the store is used, is read", () => {
  const state = {
    status: "recording",
    since_ms: null,
    leader: null,
    lists: [],
    duties: [],
    began_at_ms: 1,
    complete_from_ms: 1,
    gaps: [],
    store: {
      kind: "PostgreSQL",
      bytes: 1,
      max_bytes: null,
      tables: [],
      counted_at_ms: 1,
      trimmed: null,
      trimmed_ids_at_ms: null,
      over_bound: false,
    },
    retention: { raw_hours: 24, days: 30, audit_days: 90 },
  };
  expect(recorderState.parse(state)).toEqual(state);
});
