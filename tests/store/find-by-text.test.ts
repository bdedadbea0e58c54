// What a typed or pasted text names: the same in the embedded file and in PostgreSQL.
import { describe, expect } from "vitest";
import type { Database } from "../../lib/server/db/database.ts";
import { findByText } from "../../lib/server/inventory/find-by-text.ts";
import { pinResource, upsertResources } from "../../lib/server/inventory/resource-writes.ts";
import { invocationRowOf } from "../../lib/server/invocations/invocation-rows.ts";
import { writeInvocations } from "../../lib/server/invocations/invocation-writes.ts";
import { insertProxyChecks } from "../../lib/server/proxies/proxy-checks.ts";
import { storeKinds, testInStore } from "../support/dashboard/store-for-tests.ts";

const session = "htzv5orfit78e1m2biiifpbv";
const invocation = "k3v0p9x2m7q4w1z8r5t6y0ab";
const at = { atMs: 1_000 };

async function fill(db: Database): Promise<void> {
  const proxy = { ...at, kind: "proxy" as const, source: "listProxies" };
  await upsertResources(db, [
    { ...at, kind: "session", id: session, name: null, source: "listBrowsers", details: {} },
    {
      ...at,
      kind: "session",
      id: "session-that-ended",
      name: null,
      source: "listBrowsers",
      details: {},
      endedAtMs: 2_000,
    },
    {
      ...proxy,
      id: "proxy-one",
      name: "mobile-tokyo",
      details: { status: "available", ip_address: "203.0.113.7" },
    },
    {
      ...proxy,
      id: "proxy-two",
      name: "Own",
      details: { status: "unavailable", config: { host: "gate.example.net" } },
    },
    {
      ...at,
      kind: "pool",
      id: "pool-one",
      name: "checkout-eu",
      source: "listPools",
      details: { available: 3, size: 10 },
    },
    { ...at, kind: "app", id: "shop", name: null, source: "listApps" },
    { ...at, kind: "action", id: "shop/buy", name: "buy", source: "listApps" },
  ]);
  await pinResource(db, { kind: "session", id: session, label: "the slow one", by: "ann" }, 1_000);
  await insertProxyChecks(db, [
    {
      proxy_id: "proxy-one",
      at_ms: 500,
      status: "available",
      latency_ms: 1,
      ip: "198.51.100.2",
      source: "operator",
    },
    {
      proxy_id: "proxy-two",
      at_ms: 400,
      status: "available",
      latency_ms: 1,
      ip: "2001:db8::7",
      source: "operator",
    },
  ]);
  const row = invocationRowOf(
    {
      id: invocation,
      app_name: "shop",
      action_name: "buy",
      version: "v1",
      status: "running",
      started_at: "2026-01-01T00:00:00Z",
    },
    1,
  );
  await db.transaction().execute((trx) => writeInvocations(trx, [row]));
}

describe.each(storeKinds)("a text finds in %s", (store) => {
  let db: Database;
  const test = testInStore(store, async (opened) => {
    db = opened;
    await fill(db);
  });
  const found = async (text: string) =>
    (await findByText(db, text)).map(({ kind, id, name, state, exact }) =>
      [exact ? "=" : "~", kind, id, name, state].join(" "),
    );

  test.each([
    ["a living session's id", session, `= session ${session} the slow one active`],
    ["an ended one", "session-that-ended", "= session session-that-ended  ended"],
    ["an invocation's id", invocation, `= invocation ${invocation} shop · buy running`],
    ["a session's short id", "htzv5o…ifpbv", `= session ${session} the slow one active`],
    [
      "an invocation's short id in a sentence",
      "of (k3v0p9…6y0ab)",
      `= invocation ${invocation} shop · buy running`,
    ],
    [
      "a session in an address",
      `wss://host:8443/browser/cdp/${session}`,
      `= session ${session} the slow one active`,
    ],
    ["a label", "The slow ONE", `= session ${session} the slow one active`],
    ["a pool's name", "checkout-eu", "= pool pool-one checkout-eu 3 of 10 available"],
    ["an action's name", "buy", "= action shop/buy buy "],
    ["an application's name", "shop", "= app shop  "],
    ["a proxy's IP", "203.0.113.7", "= proxy proxy-one mobile-tokyo available"],
    ["a proxy's IP in an address", "http://203.0.113.7:8080", "= proxy proxy-one mobile-tokyo available"],
    ["an IP that a proxy had", "198.51.100.2", "= proxy proxy-one mobile-tokyo available"],
    ["an IP of version 6", "2001:DB8::7", "= proxy proxy-two Own unavailable"],
    ["a proxy's host", "gate.example.net:3128", "= proxy proxy-two Own unavailable"],
    ["a part of a name", "tokyo", "~ proxy proxy-one mobile-tokyo available"],
  ])("%s", async (_, text, expected) => {
    expect(await found(text)).toEqual([expected]);
  });

  test("nothing for an unknown id, and no application for a word of an address", async () => {
    expect(await found("zzzv5orfit78e1m2biiifpbv")).toEqual([]);
    expect(await found("https://shop/cart")).toEqual([]);
  });
});
