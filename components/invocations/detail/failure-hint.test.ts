import { expect, it } from "vitest";
import { failureHint } from "./failure-hint.ts";

it.each([
  ["the service was stopped while this was running", /Run it again/],
  ["cancelled by request", /who cancelled it/],
  ["it ran for longer than its time limit of 60 s", /used up its time/],
  ["locator.fill: Timeout 7000ms exceeded while waiting for locator('#pay')", /A step waited/],
  ["page.goto timed out", /A step waited/],
])("names what to do next: %s", (reason, words) => expect(failureHint(reason)).toMatch(words));

it.each(["chairs-09 is sold out", "", "the cancellation list is empty", "the timetable is wrong"])(
  "adds nothing to a reason that says it all: %s",
  (reason) => expect(failureHint(reason)).toBeUndefined(),
);
