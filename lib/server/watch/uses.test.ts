import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { usesCounts } from "../../bff/inventory.ts";
import type { Browser } from "../../contract/browsers.ts";
import type { Invocation } from "../../contract/invocations.ts";
import type { Pool } from "../../contract/pools.ts";
import { type Database, openStore } from "../store/database.ts";
import { endSeen, recordLinks, recordSightings } from "../store/inventory.ts";
import { runRowOf } from "../store/run-rows.ts";
import { addRunSessions } from "../store/run-sessions.ts";
import { writeRuns } from "../store/runs.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import type { Listed } from "./first-page.ts";
import type { RunReads } from "./runs-behind.ts";
import { usesIn } from "./uses.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-uses-"));
  db = await openStore({ dataDir });
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
const run = (id: string): Invocation => ({
  id,
  status: "running",
  app_name: "shop",
  action_name: "search",
  version: "v1",
  started_at: "2026-11-21T10:00:00Z",
});
const unanswered = () => {
  throw new UpstreamFailure(502, "upstream_down", "no answer", { unhealthy: true, retryable: true });
};

/** An API whose running runs have these sessions; one without any gives no answer about them. */
function reads(runs: Readonly<Record<string, readonly string[] | undefined>>, whole = true) {
  const asked: string[] = [];
  const api: RunReads = {
    running: async () => listed(Object.keys(runs).map(run), whole),
    sessionsOf: async ({ id }) => {
      asked.push(id);
      return runs[id] ?? unanswered();
    },
  };
  return { api, asked };
}

async function record(runId: string, sessionIds: readonly string[]): Promise<void> {
  await writeRuns(db, [runRowOf(run(runId), 1_000)]);
  await addRunSessions(db, runId, sessionIds, 1_000);
}

describe("what hangs on a proxy", () => {
  it("are pools configured with it, listed sessions on it, and running runs that tell these sessions", async () => {
    const lists = {
      pools: listed([pool("a", "px"), pool("b", "other")]),
      browsers: listed([session("s1"), session("s2"), session("s3", "other")]),
    };
    const uses = await usesIn(db, proxy, lists, reads({ r1: ["s1", "s2"], r2: ["s3"], r3: [] }).api);
    expect(uses.pools.items.map(({ id }) => id)).toEqual(["a"]);
    expect(uses.sessions.items.map(({ id }) => id)).toEqual(["s1", "s2"]);
    // Nothing was recorded of them: the API's own word is enough.
    expect(usesCounts(uses)).toEqual({ pools: 1, sessions: 2, runs: 1, complete: true });
  });

  it("are no recorded runs that a whole list no longer has, and recorded ones where a run gave no answer", async () => {
    await record("over", ["s1"]);
    await record("silent", ["s1"]);
    const lists = { pools: listed<Pool>([]), browsers: listed([session("s1")]) };
    const uses = await usesIn(db, proxy, lists, reads({ silent: undefined, other: ["s9"] }).api);
    expect(uses.runs).toMatchObject({ reach: "first", items: [{ id: "silent", session_id: "s1" }] });
    expect(usesCounts(uses)).toMatchObject({ runs: 1, complete: false });
  });

  it("asks no run for its sessions when nothing is on it", async () => {
    const { api, asked } = reads({ r1: ["s1"] });
    const lists = { pools: listed<Pool>([]), browsers: listed([session("s1", "other")]) };
    const uses = await usesIn(db, proxy, lists, api);
    expect(asked).toEqual([]);
    expect(usesCounts(uses)).toEqual({ pools: 0, sessions: 0, runs: 0, complete: true });
  });

  it("asks of the newest thirty runs, and counts the others as recorded", async () => {
    await record("r40", ["s1"]);
    const runs = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`r${at}`, ["s9"]]));
    const { api, asked } = reads(runs);
    const lists = { pools: listed<Pool>([]), browsers: listed([session("s1")]) };
    const uses = await usesIn(db, proxy, lists, api);
    expect(asked).toHaveLength(30);
    expect(uses.runs).toMatchObject({ reach: "first", items: [{ id: "r40" }] });
  });

  it("is what was seen where the API lists nothing: no ended session, none that moved to another", async () => {
    for (const id of ["live", "ended", "moved", "mentioned"])
      await recordLinks(db, [{ from: { kind: "session", id }, to: { kind: "proxy", id: "px" }, atMs: 10 }]);
    const seen = (id: string, proxyId: string) => ({
      kind: "session" as const,
      id,
      name: null,
      source: "retrieveBrowser",
      facts: { proxy_id: proxyId },
      atMs: 20,
    });
    await recordSightings(db, [seen("live", "px"), seen("ended", "px"), seen("moved", "py")]);
    await recordSightings(db, [
      { kind: "session", id: "mentioned", name: null, source: "listInvocations", atMs: 20 },
    ]);
    await endSeen(db, { kind: "session", id: "ended", atMs: 30 });
    await record("r1", ["live"]);
    const api: RunReads = { running: async () => none, sessionsOf: async () => unanswered() };
    const uses = await usesIn(db, proxy, { pools: none, browsers: none }, api);
    expect(uses.sessions.items.map(({ id }) => id).sort()).toEqual(["live", "mentioned"]);
    expect(uses.runs).toMatchObject({ reach: "remembered", items: [{ id: "r1", session_id: "live" }] });
    expect(usesCounts(uses).complete).toBe(false);
  });

  it("has sessions behind the list's first page as they were seen", async () => {
    await recordLinks(db, [
      { from: { kind: "session", id: "s200" }, to: { kind: "proxy", id: "px" }, atMs: 10 },
    ]);
    await recordSightings(db, [
      {
        kind: "session",
        id: "s200",
        name: null,
        source: "listBrowsers",
        facts: { proxy_id: "px" },
        atMs: 10,
      },
    ]);
    const lists = { pools: listed<Pool>([]), browsers: listed([session("s1")], false) };
    const uses = await usesIn(db, proxy, lists, reads({}).api);
    expect(uses.sessions).toMatchObject({ reach: "first", items: [{ id: "s1" }, { id: "s200" }] });
  });
});
