import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const token = "Bearer canary-token-0123456789";

/** Runs code in a process of its own that has the handlers, and 100 ms more to live. */
function runWithHandlers(code: string) {
  const handlers = new URL("uncaught-errors.ts", import.meta.url).href;
  const source = `import { installUncaughtErrorHandlers } from ${JSON.stringify(handlers)};
installUncaughtErrorHandlers();
setTimeout(() => process.exit(7), 100);
${code}`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", source], {
    encoding: "utf8",
  });
  const lines = stderr.split("\n").filter((line) => line.startsWith("{"));
  return { status, lines: lines.map((line): unknown => JSON.parse(line)), stderr };
}

test("T58 an unhandled rejection is logged without secrets, and the process lives", () => {
  const { status, lines, stderr } = runWithHandlers(`Promise.reject(new Error("sent ${token}"));`);
  expect(lines).toMatchObject([{ level: "error", what: "unhandled rejection" }]);
  expect(stderr).not.toContain("canary-token");
  expect(status).toBe(7);
});

test("T58 an uncaught exception is logged without secrets, and the process ends with 1", () => {
  const { status, lines, stderr } = runWithHandlers(
    `setTimeout(() => { throw new Error("sent ${token}"); });`,
  );
  expect(lines).toMatchObject([{ level: "error", what: "uncaught exception" }]);
  expect(stderr).not.toContain("canary-token");
  expect(status).toBe(1);
});
