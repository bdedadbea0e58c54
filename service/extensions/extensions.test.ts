import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { openDatabase } from "../database.ts";
import { extensionRoutes } from "./extension-routes.ts";
import { Extensions } from "./extensions.ts";

const row = {
  id: "e1",
  name: null,
  size_bytes: 7,
  checksum: "c",
  created_at: "2026-01-01T00:00:00.000000Z",
  last_used_at: null,
};

let dir: string;
let extensions: Extensions;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "fleetdeck-extensions-"));
  extensions = await Extensions.open({ store: openDatabase(":memory:"), dir, clock: new ManualClock() });
});
afterEach(() => rmSync(dir, { recursive: true }));

test("an adopted archive appears when it is complete, and is fetched once at a time", async () => {
  const half = Promise.withResolvers<void>();
  const fetched: string[] = [];
  const adopt = async () =>
    await extensions.adopt(row, async (to) => {
      writeFileSync(to, "arc");
      fetched.push(to);
      await half.promise;
      writeFileSync(to, "archive");
    });
  const adopted = [adopt(), adopt()];
  await expect.poll(() => fetched.length).toBe(1);
  expect(readdirSync(dir)).not.toContain("e1.zip");
  half.resolve();
  await Promise.all([...adopted, adopt()]);
  await adopt();
  expect(fetched.length).toBe(1);
  expect(readdirSync(dir)).toEqual(["e1.zip"]);
  expect(readFileSync(join(dir, "e1.zip"), "utf8")).toBe("archive");
  expect(extensions.retrieve("e1").size_bytes).toBe(7);
});

test("an archive that cannot be fetched leaves nothing, and is fetched the next time", async () => {
  const failing = extensions.adopt(row, async (to) => {
    writeFileSync(to, "arc");
    throw new Error("the database is gone");
  });
  await expect(failing).rejects.toThrow("the database is gone");
  expect(readdirSync(dir)).toEqual([]);
  expect(extensions.list()).toEqual([]);
  await extensions.adopt(row, async (to) => writeFileSync(to, "archive"));
  expect(readdirSync(dir)).toEqual(["e1.zip"]);
});

test("a list without a limit is whole, as early clients do not page it", async () => {
  const all = Array.from({ length: 101 }, (_, at) => ({ id: `e${at}` }));
  const routes = extensionRoutes({ extensions: { list: () => all }, uploadsDir: "" } as never);
  const listed = (query: object) =>
    routes.find(({ operation }) => operation === operations.listExtensions)?.handle({ query } as never);
  expect(await listed({})).toMatchObject({ body: all, paging: { hasMore: false } });
  expect(await listed({ limit: 100 })).toMatchObject({ body: all.slice(0, 100), paging: { hasMore: true } });
});
