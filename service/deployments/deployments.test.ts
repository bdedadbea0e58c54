import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { openDatabase } from "../database.ts";
import type { Inspection } from "../runner/runner-process.ts";
import { AppVersions } from "./app-versions.ts";
import { DeploymentRows } from "./deployment-rows.ts";
import { Deployments } from "./deployments.ts";

/** Deployments whose code has what `found` says; `fill` fills the disk, and returns what makes room. */
function setUp(found: Inspection) {
  const dir = mkdtempSync(join(tmpdir(), "fleetdeck-deployments-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, "upload");
  const clock = new ManualClock();
  const store = openDatabase(":memory:");
  const report = vi.fn();
  const deployments = new Deployments({
    store,
    versions: new AppVersions(store),
    dir: join(dir, "code"),
    clock,
    retryMs: 1_000,
    report,
    inspect: (_id, _code, log) => {
      log("is loaded");
      return { result: Promise.resolve(found), stop() {} };
    },
  });
  onTestFinished(async () => await deployments.close());
  const create = async () => {
    writeFileSync(path, "");
    const file = { path, filename: "app.ts", sizeBytes: 0 };
    return await deployments.create({
      code: { kind: "file", file: file as never },
      entrypoint: undefined,
      version: "v1",
      region: "local",
      force: false,
      envVars: {},
    });
  };
  const full = new Error("database or disk is full");
  const fill = () => {
    const saveLines = vi.spyOn(DeploymentRows.prototype, "saveLines").mockImplementation(() => {
      throw full;
    });
    onTestFinished(() => void saveLines.mockRestore());
    return () => saveLines.mockRestore();
  };
  return { deployments, clock, report, create, full, fill };
}

test("an end that cannot be stored while the disk is full is stored later, and its stream ends with it", async () => {
  const { deployments, clock, report, create, full, fill } = setUp({
    ok: false,
    reason: "it has no application",
  });
  const makeRoom = fill();
  const { id, status } = await create();
  expect(status).toBe("in_progress");
  makeRoom();
  const followed = Readable.from(deployments.follow(id, undefined, new AbortController().signal)).toArray();
  clock.advance(1_000);
  const events = (await followed).flat();
  expect(events.at(-1)).toMatchObject({
    event: "deployment_state",
    deployment: { status: "failed", status_reason: "it has no application" },
  });
  expect(JSON.stringify(events)).toContain("is loaded");
  expect(report.mock.calls).toEqual([[full]]);
});

test("a version that exists is refused with that while the disk is too full for its log", async () => {
  const { deployments, create, fill } = setUp({ ok: true, apps: [{ name: "shop", actions: ["search"] }] });
  expect(await create()).toMatchObject({ status: "running" });
  fill();
  await expect(create()).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^shop v1 /),
  });
  expect(deployments.list({ limit: 10, offset: 0 }).items).toHaveLength(1);
});
