import { expect, it } from "vitest";
import { logSearchAnswer } from "./log-search.ts";

it("an answer of a replica of the version before, which does not say whether browsers have ended, is read", () => {
  const log = {
    id: 1,
    topic: "telemetry:s1",
    session_id: "s1",
    session_name: null,
    invocation_id: null,
    app_name: null,
    action_name: null,
    version: null,
    status: null,
    ended_at_ms: null,
  };
  const answer = { lines: [], logs: [log], next_cursor: null, searched_to_ms: null };
  expect(logSearchAnswer.parse(answer)).toEqual(answer);
});
