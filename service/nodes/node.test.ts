import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { standardPaces } from "../kernel/paces.ts";
import { Node } from "./node.ts";
import type { NodeTable } from "./node-table.ts";

test("a node leaves although its database hangs", async () => {
  const hanging = async () => await new Promise<never>(() => {});
  const table = { remove: hanging, renew: hanging };
  const node = new Node({
    databaseUrl: "postgres://127.0.0.1:9/none",
    // Only these are used.
    table: table as unknown as NodeTable,
    entry: { id: "n1", name: "n1", address: "http://127.0.0.1:9", browsers: 1, earlier: [] },
    ...{ key: "key", dataDir: join(tmpdir(), "none"), paces: standardPaces.sharedState },
    ...{ clock: systemClock, warn() {} },
  });
  await node.drain();
  await node.leave();
});
