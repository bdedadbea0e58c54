import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { freePort } from "../../tests/support/programs/free-port.ts";
import { isListening } from "../../tests/support/programs/is-listening.ts";
import { openDatabase } from "../database.ts";
import { Seal } from "../kernel/seal.ts";
import { Proxies } from "./proxies.ts";
import type { ProxyRow } from "./proxy-rows.ts";

async function openProxies(): Promise<Proxies> {
  return await Proxies.open({
    store: openDatabase(":memory:"),
    seal: new Seal(randomBytes(32)),
    clock: new ManualClock(),
    report(error) {
      throw error;
    },
  });
}

test("a proxy without a protocol in its request has https, whatever its type", async () => {
  const proxies = await openProxies();
  const custom = { host: "127.0.0.1", port: 8080 };
  expect(await proxies.create({ type: "custom", config: custom })).toMatchObject({ protocol: "https" });
  for (const type of ["datacenter", "isp", "residential", "mobile"] as const) {
    expect(await proxies.create({ type })).toMatchObject({ protocol: "https" });
    expect(await proxies.create({ type, protocol: "http" })).toMatchObject({ protocol: "http" });
  }
  await proxies.close();
});

test("a proxy that is adopted several times at once is run once", async () => {
  const proxies = await openProxies();
  const port = await freePort();
  const row: ProxyRow = {
    id: "p1",
    name: null,
    type: "datacenter",
    protocol: "http",
    config: {},
    password: null,
    status: null,
    last_checked: null,
    ip_address: null,
    deleted_at: null,
    exit: { behaviour: "plain", address: "127.0.0.1", port },
    created_at: "2026-01-01T00:00:00.000000Z",
  };
  await Promise.all([proxies.adopt(row), proxies.adopt(row)]);
  await proxies.adopt(row);
  expect(proxies.record("p1").exit?.port).toBe(port);
  expect(await isListening(port)).toBe(true);
  await proxies.close();
  // A program that another thread is starting holds a copy of the socket for a moment, until its own code runs.
  await expect.poll(() => isListening(port)).toBe(false);
});
