import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { moment, momentMs } from "./tool.ts";

const nowMs = Date.UTC(2026, 0, 31, 12);

it.each([
  ["2026-01-31T10:00:00Z", Date.UTC(2026, 0, 31, 10)],
  ["2026-01-31t10:00z", Date.UTC(2026, 0, 31, 10)],
  ["2026-01-31T10:00:00.250+02:00", Date.UTC(2026, 0, 31, 8) + 250],
  ["2026-01-31", Date.UTC(2026, 0, 31)],
  ["30m", nowMs - 1_800_000],
  ["7d", nowMs - 7 * 86_400_000],
])("takes %s", (text, expected) => {
  expect(moment.safeParse(text).success).toBe(true);
  expect(momentMs(text, nowMs, 0)).toBe(expected);
});

it("takes a time without a zone as UTC, whatever the zone of the machine is", () => {
  const texts = ["2026-01-31T10:00:00", "2026-01-31 10:00"];
  for (const text of texts) expect(moment.safeParse(text).success).toBe(true);
  const program = `import { momentMs } from "./lib/server/mcp/tool.ts";
    console.log(${JSON.stringify(texts)}.map((text) => momentMs(text, 0, 0)).join());`;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
    env: { NODE_ENV: "test", TZ: "America/New_York" },
    encoding: "utf8",
  });
  const expected = Date.UTC(2026, 0, 31, 10);
  expect(output.trim()).toBe(`${expected},${expected}`);
});

it.each([
  "60",
  "0",
  "5",
  "2026",
  "January 31, 2026",
  "31.01.2026",
  "2026-13-01",
  "2026-01-31T10:00 UTC",
  "now",
  "",
])("refuses %j, which is neither a time nor a span", (text) => {
  expect(moment.safeParse(text).error?.issues[0]?.message).toMatch(/^must be a time such as/);
});
