import { expect, test } from "vitest";
import { withoutRepeats } from "./without-repeats.ts";

test("errors of one message are reported once a minute, also those that are plain objects", () => {
  let nowMs = 0;
  const reported: unknown[] = [];
  const report = withoutRepeats(
    (error) => reported.push(error),
    () => nowMs,
  );
  const refused = new Error("connection refused");
  report(refused);
  report({ message: "connection refused", worker: "w1" });
  report({ message: "too many connections" });
  report(new Error("connection refused"));
  nowMs = 59_999;
  report(new Error("connection refused"));
  expect(reported).toEqual([refused, { message: "too many connections" }]);
  nowMs = 60_000;
  for (const _ of [1, 2]) report({ message: "connection refused", worker: "w2" });
  expect(reported.slice(2)).toEqual([{ message: "connection refused", worker: "w2" }]);
});
