import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { countDependents } from "../../bff/inventory.ts";
import type { Browser } from "../../contract/browsers.ts";
import type { Invocation } from "../../contract/invocations.ts";
import type { Pool } from "../../contract/pools.ts";
import type { Database } from "../db/database.ts";
import { invocationRowOf } from "../invocations/invocation-rows.ts";
import { addInvocationSessions } from "../invocations/invocation-sessions.ts";
import { writeInvocations } from "../invocations/invocation-writes.ts";
import type { InvocationReads } from "../invocations/invocations-of-sessions.ts";
import type { Listed } from "../upstream/first-page.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";
import { type DependentLists, dependentsOfEach } from "./dependents.ts";
import { recordLinks } from "./resource-links.ts";
import { markResourceEnded, upsertResources } from "./resource-writes.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-uses-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const proxy = { kind: "proxy", ids: ["px"] } as const;
const listed = <T>(items: readonly T[], whole = true): Listed<T> => ({
  items,
  whole,
  atMs: 5_000,
  stale: undefined,
});
const none = { items: undefined, code: "upstream_501" } as const;
const session = (id: string, proxyId = "px"): Browser => ({ session_id: id, proxy_id: proxyId });
const pool = (id: string, proxyId: string): Pool => ({
  id,
  available_count: 1,
  acquired_count: 2,
  created_at: "2026-11-21T00:00:00Z",
  browser_pool_config: { size: 3, proxy_id: proxyId },
});
const invocationOf = (id: string): Invocation => ({
  id,
  status: "running",
  app_name: "shop",
  action_name: "search",
  version: "v1",
  started_at: "2026-11-21T10:00:00Z",
});
const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);
const unanswered = () => {
  throw new UpstreamFailure(502, "upstream_down", "no answer", { unhealthy: true, retryable: true });
};

/** An API whose running invocations have these sessions; reading one without sessions fails. */
function reads(invocations: Readonly<Record<string, readonly string[] | undefined>>, whole = true) {
  const readIds: string[] = [];
  const api: InvocationReads = {
    running: async () => listed(Object.keys(invocations).map(invocationOf), whole),
    sessionsOf: async ({ id }) => {
      readIds.push(id);
      return invocations[id] ?? unanswered();
    },
  };
  return { api, readIds };
}

async function record(invocationId: string, sessionIds: readonly string[]): Promise<void> {
  await writeInvocations(db, [invocationRowOf(invocationOf(invocationId), 1_000)]);
  await addInvocationSessions(db, invocationId, sessionIds, 1_000);
}

async function dependentsIn(lists: DependentLists, api: InvocationReads) {
  const [dependents] = await dependentsOfEach(db, [proxy], lists, api);
  if (dependents === undefined) throw new Error("no dependents");
  return dependents;
}

describe("dependents of a proxy", () => {
  it("are the pools configured with it, its listed sessions, and their running invocations", async () => {
    const lists = {
      pools: listed([pool("a", "px"), pool("b", "other")]),
      browsers: listed([session("s1"), session("s2"), session("s3", "other")]),
    };
    const dependents = await dependentsIn(lists, reads({ r1: ["s1", "s2"], r2: ["s3"], r3: [] }).api);
    expect(dependents.pools.items.map(({ id }) => id)).toEqual(["a"]);
    expect(dependents.sessions.items.map(({ id }) => id)).toEqual(["s1", "s2"]);
    // Nothing is recorded: the API's lists are sufficient.
    expect(countDependents(dependents)).toEqual({ pools: 1, sessions: 2, invocations: 1, complete: true });
  });

  it("exclude recorded invocations missing in a complete list, and use the record where an invocation cannot be read", async () => {
    await record("over", ["s1"]);
    await record("silent", ["s1"]);
    const lists = { pools: listed<Pool>([]), browsers: listed([session("s1")]) };
    const dependents = await dependentsIn(lists, reads({ silent: undefined, other: ["s9"] }).api);
    expect(dependents.invocations).toMatchObject({
      reach: "first",
      items: [{ id: "silent", session_id: "s1" }],
    });
    expect(countDependents(dependents)).toMatchObject({ invocations: 1, complete: false });
  });

  it("reads no invocation when it has no sessions", async () => {
    const { api, readIds } = reads({ r1: ["s1"] });
    const lists = { pools: listed<Pool>([]), browsers: listed([session("s1", "other")]) };
    const dependents = await dependentsIn(lists, api);
    expect(readIds).toEqual([]);
    expect(countDependents(dependents)).toEqual({ pools: 0, sessions: 0, invocations: 0, complete: true });
  });

  it("reads the newest thirty invocations, and takes the others from the record", async () => {
    await record("r40", ["s1"]);
    const invocations = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`r${at}`, ["s9"]]));
    const { api, readIds } = reads(invocations);
    const lists = { pools: listed<Pool>([]), browsers: listed([session("s1")]) };
    const dependents = await dependentsIn(lists, api);
    expect(readIds).toHaveLength(30);
    expect(dependents.invocations).toMatchObject({ reach: "first", items: [{ id: "r40" }] });
  });

  it("come from the record when the API has no lists, without sessions that ended or moved", async () => {
    for (const id of ["live", "ended", "moved", "mentioned"])
      await recordLinks(db, [{ from: { kind: "session", id }, to: { kind: "proxy", id: "px" }, atMs: 10 }]);
    const seen = (id: string, proxyId: string) => ({
      kind: "session" as const,
      id,
      name: null,
      source: "retrieveBrowser",
      details: { proxy_id: proxyId },
      atMs: 20,
    });
    await upsertResources(db, [seen("live", "px"), seen("ended", "px"), seen("moved", "py")]);
    await upsertResources(db, [
      { kind: "session", id: "mentioned", name: null, source: "listInvocations", atMs: 20 },
    ]);
    await markResourceEnded(db, { kind: "session", id: "ended", atMs: 30 });
    await record("r1", ["live"]);
    const api: InvocationReads = { running: async () => none, sessionsOf: async () => unanswered() };
    const dependents = await dependentsIn({ pools: none, browsers: none }, api);
    expect(dependents.sessions.items.map(({ id }) => id).sort()).toEqual(["live", "mentioned"]);
    expect(dependents.invocations).toMatchObject({
      reach: "remembered",
      items: [{ id: "r1", session_id: "live" }],
    });
    expect(countDependents(dependents).complete).toBe(false);
  });

  it("include recorded sessions beyond the first page of the list", async () => {
    await recordLinks(db, [
      { from: { kind: "session", id: "s200" }, to: { kind: "proxy", id: "px" }, atMs: 10 },
    ]);
    await upsertResources(db, [
      {
        kind: "session",
        id: "s200",
        name: null,
        source: "listBrowsers",
        details: { proxy_id: "px" },
        atMs: 10,
      },
    ]);
    const lists = { pools: listed<Pool>([]), browsers: listed([session("s1")], false) };
    const dependents = await dependentsIn(lists, reads({}).api);
    expect(dependents.sessions).toMatchObject({ reach: "first", items: [{ id: "s1" }, { id: "s200" }] });
  });

  it("include recorded pools beyond the first page, without those that ended or now use another proxy", async () => {
    const recorded = (id: string, proxyId?: string | null) => ({
      kind: "pool" as const,
      id,
      name: `pool ${id}`,
      source: "listPools",
      atMs: 10,
      details: { size: 4, ...(proxyId === undefined ? {} : { proxy_id: proxyId }) },
    });
    const ids = ["p1", "p110", "moved", "without", "ended", "older"];
    for (const id of ids)
      await recordLinks(db, [{ from: { kind: "pool", id }, to: { kind: "proxy", id: "px" }, atMs: 10 }]);
    await upsertResources(db, [
      recorded("p1", "px"),
      recorded("p110", "px"),
      recorded("moved", "py"),
      recorded("without", null),
      recorded("ended", "px"),
      // Recorded before its proxy was.
      recorded("older"),
    ]);
    await markResourceEnded(db, { kind: "pool", id: "ended", atMs: 30 });
    const first = { pools: listed([pool("p1", "px")], false), browsers: listed<Browser>([]) };
    const { pools } = await dependentsIn(first, reads({}).api);
    expect(pools.reach).toBe("first");
    expect(idsOf(pools).sort()).toEqual(["older", "p1", "p110"]);
    expect(pools.items.find(({ id }) => id === "p110")?.name).toBe("pool p110");
    const unlisted = await dependentsIn({ ...first, pools: none }, reads({}).api);
    expect(idsOf(unlisted.pools).sort()).toEqual(["older", "p1", "p110"]);
  });

  it("are read once for several proxies, each with its own", async () => {
    const lists = {
      pools: listed([pool("a", "px"), pool("b", "py")]),
      browsers: listed([session("s1"), session("s2", "py")]),
    };
    let requests = 0;
    const { api } = reads({ r1: ["s1"], r2: ["s2"], r3: ["s1", "s2"] });
    const running = () => {
      requests += 1;
      return api.running();
    };
    const targets = ["px", "py", "unused"].map((id) => ({ kind: "proxy" as const, ids: [id] }));
    const found = await dependentsOfEach(db, targets, lists, { ...api, running });
    expect(
      found.map(({ pools, sessions, invocations }) => [pools, sessions, invocations].map(idsOf)),
    ).toEqual([
      [["a"], ["s1"], ["r1", "r3"]],
      [["b"], ["s2"], ["r2", "r3"]],
      [[], [], []],
    ]);
    expect(requests).toBe(1);
  });

  it("come from the record for several proxies, each with its own", async () => {
    const session = (id: string, proxyId: string) => ({
      kind: "session" as const,
      id,
      name: null,
      source: "retrieveBrowser",
      atMs: 20,
      details: { proxy_id: proxyId },
    });
    const link = (id: string, proxyId: string) => ({
      from: { kind: "session" as const, id },
      to: { kind: "proxy" as const, id: proxyId },
      atMs: 10,
    });
    // "moved" is still linked to its former proxy.
    await recordLinks(db, [link("s1", "px"), link("s2", "py"), link("moved", "px"), link("moved", "py")]);
    await upsertResources(db, [session("s1", "px"), session("s2", "py"), session("moved", "py")]);
    const targets = ["px", "py"].map((id) => ({ kind: "proxy" as const, ids: [id] }));
    const found = await dependentsOfEach(db, targets, { pools: none, browsers: none }, reads({}).api);
    expect(found.map(({ sessions }) => idsOf(sessions).sort())).toEqual([["s1"], ["moved", "s2"]]);
  });
});
