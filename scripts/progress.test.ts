import { expect, test } from "vitest";
import { createProgress, formatDuration } from "./progress.mjs";

test.each([
  [0, "0.0 s"],
  [1234, "1.2 s"],
  [9960, "10 s"],
  [59_400, "59 s"],
  [125_000, "2 min 5 s"],
])("%d ms is formatted as %s", (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text);
});

function recorded(isTTY: boolean) {
  let text = "";
  const out = {
    isTTY,
    write(more: string) {
      text += more;
    },
  };
  return { progress: createProgress({ total: 2, out, now: () => 0 }), text: () => text };
}

test("without a terminal each step is one plain line, also when it fails", async () => {
  const { progress, text } = recorded(false);
  await progress.step(
    "types",
    async () => 3,
    (found) => `${found} files`,
  );
  await expect(progress.step("lint", () => Promise.reject(new Error("bad")))).rejects.toThrow("bad");
  expect(text()).toBe("[1/2] types: 3 files (0.0 s)\n[2/2] lint: failed (0.0 s)\n");
  expect(progress.steps).toEqual([
    { title: "types", tookMs: 0, result: "3 files" },
    { title: "lint", tookMs: 0, result: "failed" },
  ]);
});

test("on a terminal the line is rewritten in place", async () => {
  const { progress, text } = recorded(true);
  await progress.step("types", async () => undefined);
  expect(text()).toBe("[1/2] types …\r\x1b[2K[1/2] types: done (0.0 s)\n");
});
