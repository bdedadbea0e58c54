import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { StoredResults } from "./stored-results.ts";

const folder = mkdtempSync(join(tmpdir(), "fleetdeck-stored-results-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const outcome = { kind: "outcome" as const, ok: true as const, output: "1" };

test("what is kept is for the node alone, and read again but for what is no run or was interrupted", async () => {
  const dir = join(folder, "read");
  const faults: unknown[] = [];
  const kept = await StoredResults.open(dir, (fault) => faults.push(fault));
  await kept.keep("i1", [outcome]);
  expect([dir, join(dir, "i1.json")].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
  writeFileSync(join(dir, "i2.json"), '[{"kind":');
  writeFileSync(join(dir, "i3.x.part"), "[");
  const next = await StoredResults.open(dir, (fault) => faults.push(fault));
  expect([...(await next.all())]).toEqual([["i1", [outcome]]]);
  // Set aside, so that it is reported once.
  const aside = join(dir, "i2.json.unreadable");
  expect(faults.map(String)).toEqual([expect.stringContaining(`the action i2 ended cannot be read`)]);
  expect(faults.map(String)).toEqual([expect.stringContaining(aside)]);
  await next.all();
  expect(faults).toHaveLength(1);
  for (const id of ["i1", "i2", "i9"]) await next.forget(id);
  expect(readdirSync(dir)).toEqual(["i2.json.unreadable"]);
});

test("what cannot be kept is reported, and ends nothing", async () => {
  const dir = join(folder, "full");
  const faults: unknown[] = [];
  const kept = await StoredResults.open(dir, (fault) => faults.push(fault));
  // As of one that is longer than a string may be.
  await kept.keep("i1", [{ ...outcome, output: 1n as never }]);
  rmSync(dir, { recursive: true });
  await kept.keep("i2", [outcome]);
  await kept.forget("i2");
  expect(faults).toHaveLength(2);
});
