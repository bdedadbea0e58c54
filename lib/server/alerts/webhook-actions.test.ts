import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { Database } from "../db/database.ts";
import { seal, unseal } from "./sealed-target.ts";
import { makeWebhook, rotateSecret, targetOfWebhookChange, updateWebhook } from "./webhook-actions.ts";
import { changeWebhook, findWebhook } from "./webhooks.ts";

const { sessionSecret } = vi.hoisted(() => ({ sessionSecret: "the present session secret, long enough" }));
vi.mock("../kernel/env.ts", async (original) => ({
  ...(await original<object>()),
  env: () => ({ webhooks: { loopback: true }, sessionSecret }),
}));

let dataDir = "";
let db: Database;
const first = "http://127.0.0.1:9/first";

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-webhooks-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const make = () => makeWebhook(db, { name: "pager", url: first }, "ada", 1);
const targetOf = async (id: string) =>
  unseal((await findWebhook(db, id))?.sealed ?? "", id, sessionSecret) ?? "unreadable";

describe("updateWebhook", () => {
  it("keeps its secret at a new address, and its address under a new name", async () => {
    const { id, secret } = await make();
    const renamed = await updateWebhook(db, id, { name: "desk", enabled: false });
    expect(renamed).toMatchObject({ name: "desk", enabled: false });
    expect(await targetOf(id)).toEqual({ url: first, secret });
    const moved = await updateWebhook(db, id, { url: "http://127.0.0.1:10/second" });
    expect(moved).toMatchObject({ name: "desk", origin: "http://127.0.0.1:10" });
    expect(moved).not.toHaveProperty("secret");
    expect(await targetOf(id)).toEqual({ url: "http://127.0.0.1:10/second", secret });
  });

  it("changes nothing when the new address is refused", async () => {
    const { id, secret } = await make();
    for (const url of [
      "https://169.254.169.254/x",
      "http://10.0.0.1/x",
      "https://a:b@127.0.0.1/x",
      "file:///x",
    ])
      await expect(updateWebhook(db, id, { name: "other", url }), url).rejects.toMatchObject({
        status: 400,
        code: "invalid_target",
      });
    expect((await findWebhook(db, id))?.name).toBe("pager");
    expect(await targetOf(id)).toEqual({ url: first, secret });
  });

  it("returns a new secret when the old one cannot be decrypted", async () => {
    const { id } = await make();
    const elsewhere = seal(
      { url: first, secret: "whsec_old" },
      id,
      "a session secret of before, long enough",
    );
    await changeWebhook(db, id, { sealed: elsewhere });
    await expect(rotateSecret(db, id)).rejects.toMatchObject({ status: 409, code: "unreadable" });
    const set = await updateWebhook(db, id, { url: first });
    expect(set.secret).toMatch(/^whsec_/);
    expect(await targetOf(id)).toEqual({ url: first, secret: set.secret });
  });
});

it("a change is recorded with what is set, without the path of an address", () => {
  const url = "https://ann:pw@hooks.example.com/services/T0/secret?key=1";
  expect(targetOfWebhookChange("w1", { name: "desk", enabled: false, url })).toBe(
    "w1 (name: desk, enabled: false, url: https://hooks.example.com)",
  );
  expect(targetOfWebhookChange("w1", { url: "hooks/secret" })).toBe("w1 (url: invalid)");
});
