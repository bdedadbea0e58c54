import { expect, it } from "vitest";
import { keptWords, rawWords } from "./kept-words.ts";

const retention = { raw_hours: 36, days: 14 };

it("says of each table how long it is kept and what becomes of it", () => {
  expect(rawWords(retention)).toBe("1 d 12 h");
  expect(keptWords("process_samples", retention)).toBe("1 d 12 h, then thinned out to 5 min");
  expect(keptWords("pool_samples", retention)).toBe("1 d 12 h, then thinned out to 5 min");
  expect(keptWords("run_rollups", retention)).toBe("1 d 12 h by 5 min, 14 d by the hour");
  expect(keptWords("seen", retention)).toBe("14 d after last seen, pinned for good");
  expect(keptWords("audit", retention)).toBe("for good");
  expect(keptWords("what comes later", retention)).toBe("–");
});
