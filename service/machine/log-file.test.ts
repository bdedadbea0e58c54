import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { LogFile } from "./log-file.ts";

test("a pipe in the place of a log is refused, and nobody waits for its reader", async () => {
  const top = await mkdtemp(join(tmpdir(), "fd-log-"));
  onTestFinished(() => rm(top, { recursive: true, force: true }));
  const path = join(top, "chromium");
  execFileSync("mkfifo", [path]);
  await expect(LogFile.open(path, 1024)).rejects.toMatchObject({ code: "ENXIO" });
});
