import { expect, it } from "vitest";
import { formatPlayTime } from "./play-time.ts";

it("formats positions in a recording", () => {
  expect(formatPlayTime(0)).toBe("00:00");
  expect(formatPlayTime(134_999)).toBe("02:14");
  expect(formatPlayTime(3_734_000)).toBe("1:02:14");
  expect(formatPlayTime(-5)).toBe("00:00");
  expect(formatPlayTime(undefined)).toBe("–");
  expect(formatPlayTime(Number.NaN)).toBe("–");
});
