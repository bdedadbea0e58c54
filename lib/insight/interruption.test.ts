import { expect, test } from "vitest";
import { isInterruption } from "./interruption.ts";

test.each([
  "the service stopped while this was running",
  "The service was stopped",
  "the service restarted",
  "the service was restarted during it",
])("%j is an interruption", (reason) => expect(isInterruption(reason)).toBe(true));

test.each([
  null,
  "",
  "the service stoppedly",
  "because the service stopped",
  "the service failed",
  "timeout",
])("%j is none", (reason) => expect(isInterruption(reason)).toBe(false));
