import { expect, test } from "vitest";
import type { UpstreamHealth } from "../../bff/health.ts";
import { fleetHealth } from "./fleet-health.ts";

test("changes with state and error code, and keeps the time of the state", () => {
  let health: UpstreamHealth = { state: "unknown" };
  let nowMs = 0;
  const read = fleetHealth(
    () => health,
    () => nowMs,
  );
  expect(read()).toEqual({ kind: "fleet", upstream: "unknown", code: null, since: null });
  nowMs = 1000;
  health = { state: "answering", last_answer_at_ms: 900 };
  const answering = read();
  expect(answering).toEqual({ kind: "fleet", upstream: "ok", code: null, since: "1970-01-01T00:00:01.000Z" });
  nowMs = 2000;
  health = { state: "answering", last_answer_at_ms: 1900 };
  expect(read()).toBe(answering);
  health = { state: "failing", code: "upstream_timeout" };
  expect(read()).toMatchObject({
    upstream: "failing",
    code: "upstream_timeout",
    since: "1970-01-01T00:00:02.000Z",
  });
  nowMs = 9000;
  health = { state: "failing", code: "upstream_error" };
  expect(read()).toMatchObject({ code: "upstream_error", since: "1970-01-01T00:00:02.000Z" });
});
