import { expect, it } from "vitest";
import { type NamedProcess, readSupervisorLine, withLogLine } from "./supervisor-line.ts";

const [first, second] = ["0199aaaa-0000-7000-8000-000000000001", "0199aaaa-0000-7000-8000-000000000002"];
const after = (...texts: string[]) =>
  texts.reduce<readonly NamedProcess[]>(
    (known, text, index) => withLogLine(known, { at: `2026-11-21T03:09:0${index}Z`, text }),
    [],
  );

it("parses supervisor lines and ignores page output", () => {
  expect(readSupervisorLine(`[supervisor] chromium started, process ${first}, pid 7`)).toEqual({
    kind: "runs",
    at: undefined,
    name: "chromium",
    processId: first,
  });
  expect(
    readSupervisorLine(`[supervisor] chromium, process ${first}, goes on with a log of its own`)?.kind,
  ).toBe("runs");
  expect(readSupervisorLine("[supervisor] chromium exited, signal SIGKILL")).toEqual({
    kind: "exited",
    at: undefined,
    name: "chromium",
    signal: "SIGKILL",
  });
  expect(
    readSupervisorLine(`CONSOLE "[supervisor] chromium started, process ${first}, pid 7"`),
  ).toBeUndefined();
  expect(readSupervisorLine("[supervisor] chromium started, process <b>x</b>, pid 7")).toBeUndefined();
});

it("assigns an exit to the newest process of its name and adds no process twice", () => {
  const known = after(
    `[supervisor] chromium started, process ${first}, pid 7`,
    "[supervisor] chromium exited, signal SIGKILL",
    `[supervisor] chromium started, process ${second}, pid 9`,
    `[supervisor] chromium started, process ${second}, pid 9`,
    "[supervisor] chromium exited, code 3",
  );
  expect(known).toEqual([
    { name: "chromium", processId: first, exitedAtMs: Date.parse("2026-11-21T03:09:01Z"), signal: "SIGKILL" },
    {
      name: "chromium",
      processId: second,
      exitedAtMs: Date.parse("2026-11-21T03:09:04Z"),
      signal: undefined,
    },
  ]);
  expect(after("[supervisor] chromium exited, code 3")).toEqual([]);
});

it("prefers the time in the line to the time the log was read", () => {
  const known = after(
    `2026-11-21T02:00:00.881370681Z [supervisor] chromium started, process ${first}, pid 7`,
    "2026-11-21T02:05:00.25Z [supervisor] chromium exited, code 0",
  );
  expect(known).toMatchObject([{ processId: first, exitedAtMs: Date.parse("2026-11-21T02:05:00.25Z") }]);
});
