import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { ManualClock } from "../../tests/support/manual-clock.ts";
import { openDatabase } from "../database.ts";
import { AppVersions } from "./app-versions.ts";
import { DeploymentStore } from "./deployment-store.ts";
import { Deployments } from "./deployments.ts";

test("an end that cannot be stored while the disk is full is stored later, and its stream ends with it", async () => {
  const dir = mkdtempSync(join(tmpdir(), "fleetdeck-deployments-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, "upload");
  writeFileSync(path, "");
  const clock = new ManualClock();
  const store = openDatabase(":memory:");
  const report = vi.fn();
  const deployments = new Deployments({
    ...{ store, versions: new AppVersions(store), dir: join(dir, "code"), clock, retryMs: 1_000, report },
    inspect: (_id, _code, log) => {
      log("is loaded");
      return { result: Promise.resolve({ ok: false, reason: "it has no application" }), stop() {} };
    },
  });
  const full = new Error("database or disk is full");
  const saveLines = vi.spyOn(DeploymentStore.prototype, "saveLines").mockImplementation(() => {
    throw full;
  });
  onTestFinished(() => void saveLines.mockRestore());
  const file = { path, filename: "app.ts", sizeBytes: 0 };
  const { id, status } = await deployments.create({
    ...{ code: { kind: "file", file: file as never }, entrypoint: undefined, version: "v1", region: "local" },
    ...{ force: false, envVars: {} },
  });
  expect(status).toBe("in_progress");
  saveLines.mockRestore();
  const followed = Readable.from(deployments.follow(id, undefined, new AbortController().signal)).toArray();
  clock.advance(1_000);
  const events = (await followed).flat();
  expect(events.at(-1)).toMatchObject({
    ...{
      event: "deployment_state",
      deployment: { status: "failed", status_reason: "it has no application" },
    },
  });
  expect(JSON.stringify(events)).toContain("is loaded");
  expect(report.mock.calls).toEqual([[full]]);
  await deployments.close();
});
