// `npm run audit` as a program of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { openStore } from "../../lib/server/db/database.ts";
import { compileCacheOf } from "../../scripts/node-runtime.mjs";
import { auditKey } from "../support/audit-key.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

it("says in one line that what reads an export, such as head, ended before its last row", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-audit-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await (await openStore({ dataDir })).destroy();
  const child = spawn(process.execPath, ["server/audit.ts", "export", "--csv"], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      NODE_ENV: "production",
      NODE_COMPILE_CACHE: compileCacheOf(root),
      DATA_DIR: dataDir,
      AUDIT_KEY: auditKey,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  let errors = "";
  child.stderr.on("data", (part: Buffer) => {
    errors += part.toString();
  });
  expect(await once(child, "close")).toEqual([2, null]);
  expect(errors).toBe("audit: what reads the export ended before the last row.\n");
});
