import { expect, test } from "vitest";
import { readProcessTable, rowFromProc, rowsFromPs } from "./process-table.mjs";
import { leftoversOf } from "./sweep-leftovers.mjs";

test("parses /proc, also for a process name with parentheses", () => {
  const stat = "42 (a) b (c) S 7 42 42 0 -1";
  expect(rowFromProc(42, "node\0main.ts\0--x=a b\0", stat)).toEqual({
    pid: 42,
    parentId: 7,
    command: "node main.ts --x=a b",
  });
});

test("parses the output of ps", () => {
  expect(rowsFromPs("    1     0 /sbin/launchd\n  501   1 /Apps/Some App --flag=1 \n\n")).toEqual([
    { pid: 1, parentId: 0, command: "/sbin/launchd" },
    { pid: 501, parentId: 1, command: "/Apps/Some App --flag=1" },
  ]);
});

test("this machine's table contains this process", () => {
  expect(readProcessTable().find((row) => row.pid === process.pid)?.parentId).toBe(process.ppid);
});

test("selects only the processes of exactly that data folder, with their descendants", () => {
  const row = (pid: number, parentId: number, command: string) => ({ pid, parentId, command });
  const rows = [
    row(10, 1, "chromium --headless --user-data-dir=/d/service/instances/a/profile about:blank"),
    row(11, 10, "chromium --type=renderer"),
    row(12, 11, "chromium --type=utility"),
    row(13, 10, ""), // a zombie
    row(20, 1, "node service/runner/runner.ts --fleetdeck-data-dir=/d/service"),
    row(30, 1, "chromium --user-data-dir=/d/service-2/instances/a/profile"),
    row(31, 1, "node runner.ts --fleetdeck-data-dir=/d/service-2"),
    row(32, 1, "chromium --user-data-dir=/d/service"),
    row(33, 1, "vim /d/service/notes"),
  ];
  const pids = (dataDir: string) => leftoversOf(rows, dataDir).map(({ pid }) => pid);
  expect(pids("/d/service")).toEqual([10, 11, 12, 20]);
  expect(pids("/d/service/")).toEqual([10, 11, 12, 20]);
  expect(pids("/d")).toEqual([10, 11, 12, 30, 32]);
  expect(pids("/elsewhere")).toEqual([]);
});
