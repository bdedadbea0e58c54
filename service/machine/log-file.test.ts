import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LogFile } from "./log-file.ts";

let top: string;
let path: string;
let log: LogFile;
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), "fd-log-"));
  await mkdir(join(top, "logs"));
  path = join(top, "logs/chromium");
  log = await LogFile.open(path, 1024);
});
afterEach(() => rm(top, { recursive: true, force: true }));

test("a pipe in the place of a log is refused, and nobody waits for its reader", async () => {
  await rm(path);
  execFileSync("mkfifo", [path]);
  await expect(LogFile.open(path, 1024)).rejects.toMatchObject({ code: "ENXIO" });
});

describe("a log that cannot be started anew", () => {
  const folderRemoved = async () => {
    await rm(join(top, "logs"), { recursive: true });
    await mkdir(join(top, "logs"));
  };
  const replacedByFolder = async () => {
    await rm(path);
    await mkdir(path);
  };

  test.each([
    ["its folder was removed", folderRemoved],
    ["a directory is in its place", replacedByFolder],
  ])("rejects that only, and goes on: %s", async (_why, change) => {
    log.append("of the first holder");
    await log.flushed();
    await change();
    await expect(log.restart()).rejects.toThrow();
    log.append("the session ends");
    await log.flushed();
    await log.close();
  });

  test("is started anew once that is possible", async () => {
    log.append("of the first holder");
    await replacedByFolder();
    await expect(log.restart()).rejects.toThrow();
    await rm(path, { recursive: true });
    await log.restart();
    log.append("of the next holder");
    await log.close();
    expect(await readFile(path, "utf8")).toBe("of the next holder\n");
  });
});
