import { expect, it } from "vitest";
import { failureHint } from "./failure-hint.ts";

const session = "browser session s00000000000000000000001";

// The reasons of our own service: `service/invocations/invocations.ts`, `invocation-state.ts` and
// `invocation-execution.ts` beside it, which appends the error of the action.
it.each([
  ["the service stopped while this was running", /Run it again/],
  ["cancelled by request", /who cancelled it/],
  ["no result within 60 s of running", /^The invocation timed out/],
  [`${session} timed out: page.click: Timeout 30000ms exceeded.`, /^The browser timed out/],
  [`${session} reached its time-out: page.click: Timeout 30000ms exceeded.`, /^The browser timed out/],
  [`${session} was deleted: page.goto: Target page, context or browser has been closed`, /who ended it/],
  [
    `${session} was lost with its node: page.goto: Target page, context or browser has been closed`,
    /^A node/,
  ],
  ["the runner ended without a result (its node shelf 3 was lost)", /^A node was lost/],
  [`${session} crashed: the runner ended without a result (exit code 1)`, /^The browser crashed/],
])("names what to do next for a reason of the service: %s", (reason, hint) =>
  expect(failureHint(reason, true)).toMatch(hint),
);

it.each([
  ["it ran for longer than its time limit of 60 s", /^The invocation timed out/],
  ["locator.fill: Timeout 7000ms exceeded while waiting for locator('#pay')", /^A step timed out/],
  ["page.goto timed out", /^A step timed out/],
  ["waiting for the payment reached its timeout", /^A step timed out/],
])("names what to do next for what an action or another API reports: %s", (reason, hint) =>
  expect(failureHint(reason, true)).toMatch(hint),
);

it.each([
  "chairs-09 is sold out",
  "",
  "the cancellation list is empty",
  "the timetable is wrong",
  "no result within the first 60 rows",
])("adds nothing to a reason that says it all: %s", (reason) =>
  expect(failureHint(reason, true)).toBeUndefined(),
);

it.each(["page.goto timed out", `${session} timed out: page.click: Timeout 30000ms exceeded.`])(
  "does not send to a log without lines: %s",
  (reason) => {
    expect(failureHint(reason, true)).toMatch(/\blog\b/);
    expect(failureHint(reason, false)).not.toMatch(/\blog\b/);
  },
);
