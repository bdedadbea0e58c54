import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { hourMs } from "../../bff/time-units.ts";
import type { Database } from "../db/database.ts";
import { addSignIn, findSignIn, touchSignIn } from "./sign-ins.ts";
import { addUser, findUser } from "./users.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
let dataDir = "";
let db: Database;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-sessions-"));
  db = await openEmptyStore(dataDir);
  await addUser(db, { username: "ada", passwordHash: "x", role: "admin" }, startMs);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("a used sign-in", () => {
  const made = async () => {
    const userId = (await findUser(db, "ada"))?.id ?? "";
    return addSignIn(db, { userId, ip: "127.0.0.1", userAgent: "x" }, startMs);
  };

  it("keeps its creation time", async () => {
    const { sid } = await made();
    await touchSignIn(db, sid, startMs + hourMs);
    expect(await findSignIn(db, sid)).toMatchObject({ createdAtMs: startMs, seenAtMs: startMs + hourMs });
  });
});
