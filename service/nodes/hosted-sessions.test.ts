import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ManualClock } from "../../tests/support/manual-clock.ts";
import { openDatabase } from "../database.ts";
import { Extensions } from "../extensions/extensions.ts";
import { Seal } from "../kernel/seal.ts";
import { Proxies } from "../proxies/proxies.ts";
import { forgetCopies } from "./hosted-sessions.ts";

test("a node that starts again has nothing of the proxies and extensions of its earlier sessions", async () => {
  const dir = mkdtempSync(join(tmpdir(), "fleetdeck-copies-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const store = openDatabase(":memory:");
  const clock = new ManualClock();
  const openAll = async () => ({
    proxies: await Proxies.open({ store, seal: new Seal(Buffer.alloc(32)), clock, report() {} }),
    extensions: await Extensions.open({ store, dir, clock }),
  });
  const earlier = await openAll();
  await earlier.proxies.adopt({
    ...{ id: "p1", name: null, type: "custom", protocol: "http", status: null, last_checked: null },
    ...{ ip_address: null, config: { host: "proxy.example.com", port: 80, username: "user" } },
    ...{ password: "secret", exit: null, created_at: clock.timestamp(), deleted_at: null },
  });
  const extension = { id: "e1", name: "kept", size_bytes: 3, checksum: "x", created_at: clock.timestamp() };
  await earlier.extensions.adopt(
    { ...extension, last_used_at: null },
    async (to) => await writeFile(to, "zip"),
  );
  expect([earlier.proxies.has("p1"), existsSync(join(dir, "e1.zip"))]).toEqual([true, true]);

  forgetCopies(store);
  const { proxies, extensions } = await openAll();
  expect([proxies.list(), extensions.list(), existsSync(join(dir, "e1.zip"))]).toEqual([[], [], false]);
});
