import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { refuseArguments } from "./refuse-arguments.mjs";

test("names the first argument that is not known, and what to do instead", () => {
  const command = { who: "It", instead: "Set PORT.", known: ["--quick"] };
  expect(() => refuseArguments(["--quick", "--port", "4000"], command)).toThrow(
    "It takes no arguments (--port). Set PORT.",
  );
  expect(() => refuseArguments(["--quick"], command)).not.toThrow();
  expect(() => refuseArguments([], command)).not.toThrow();
});

test.each([
  ["npm run dashboard or dev", "dashboard", ["server/main.ts", "--dev", "--port"]],
  ["npm run service", "service", ["service/main.ts", "--port"]],
])("%s refuses an argument ahead of everything else", (_, program, args) => {
  // Ports that neither would take.
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { NODE_ENV: "test", PORT: "none", SERVICE_PORT: "none" },
  });
  expect([status, stderr]).toEqual([
    1,
    `${program}: it takes no arguments (--port). Settings are environment variables, as README.md lists them.\n`,
  ]);
});
