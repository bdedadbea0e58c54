import { describe, expect, it } from "vitest";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { readAnswer } from "../upstream/answer.ts";
import { observationsOf } from "./observations.ts";

const asked = { by: "operator", tookMs: 41.6 } as const;

/** The answer as the upstream call reads it. */
function answer(operation: Operation, body: unknown, headers: Record<string, string> = {}) {
  const bytes = Buffer.from(body === undefined ? "" : JSON.stringify(body));
  return readAnswer(operation, {
    status: body === undefined ? 204 : 200,
    headers: { "content-type": "application/json", ...headers },
    bytes,
    receivedAtMs: 5_000,
  });
}
const teach = (operation: Operation, body: unknown, input: object = {}, headers = {}) =>
  observationsOf(answer(operation, body, headers), input, asked);
const keys = (things: readonly { kind: string; id: string }[]) =>
  things.map(({ kind, id }) => `${kind} ${id}`);
const arrows = (links: ReturnType<typeof teach>["links"]) =>
  links.map(({ from, to }) => `${from.kind} ${from.id} → ${to.kind} ${to.id}`);

const pool = {
  id: "pool1",
  available_count: 2,
  acquired_count: 1,
  created_at: "2026-01-01T00:00:00Z",
  browser_pool_config: {
    size: 4,
    name: "shop",
    proxy_id: "px1",
    profile: { name: "logged in" },
    extensions: [{ id: "ext1", name: "blocker" }, {}],
  },
};

describe("what an answer teaches", () => {
  it("a pool: itself, its proxy, its profile by name, its extensions", () => {
    const { sightings, links } = teach(operations.listPools, [pool]);
    expect(keys(sightings)).toEqual(["pool pool1", "proxy px1", "profile logged in", "extension ext1"]);
    expect(sightings[0]).toMatchObject({ name: "shop", source: "listPools", atMs: 5_000 });
    expect(sightings[1]?.facts, "a mention is no record").toBeUndefined();
    expect(arrows(links)).toEqual([
      "pool pool1 → proxy px1",
      "pool pool1 → profile logged in",
      "pool pool1 → extension ext1",
    ]);
  });

  it("a run's sessions: themselves, their proxy and profile, and that they are behind the run", () => {
    const session = { session_id: "s1", proxy_id: "px1", profile: { id: "pf1", name: "logged in" } };
    const { sightings, links } = teach(
      operations.listInvocationBrowsers,
      { browsers: [session] },
      { params: { id: "run1" } },
    );
    expect(keys(sightings)).toEqual(["session s1", "proxy px1", "profile pf1"]);
    expect(arrows(links)).toContain("run run1 → session s1");
  });

  it("an acquired session: that it came from the pool; a deleted one: that it ended", () => {
    const { links } = teach(
      operations.acquireBrowser,
      { session_id: "s1" },
      { params: { id_or_name: "shop" } },
    );
    expect(arrows(links)).toEqual(["pool shop → session s1"]);
    // Behind a run, and wherever a session is told of by an upstream that names its pool.
    const behind = teach(
      operations.listInvocationBrowsers,
      {
        browsers: [
          { session_id: "s1", pool: { id: "pl1", name: "shop" } },
          { session_id: "s2", pool: null },
        ],
      },
      { params: { id: "r1" } },
    );
    expect(arrows(behind.links)).toEqual([
      "pool pl1 → session s1",
      "run r1 → session s1",
      "run r1 → session s2",
    ]);
    expect(keys(behind.sightings)).toContain("pool pl1");
    const gone = teach(operations.deleteBrowser, undefined, { params: { id: "s1" } });
    expect(gone.endings).toEqual([{ kind: "session", id: "s1", atMs: 5_000 }]);
    const released = teach(operations.releaseBrowser, undefined, {
      params: { id_or_name: "pl1" },
      body: { session_id: "s2" },
    });
    expect(released.endings).toEqual([{ kind: "session", id: "s2", atMs: 5_000 }]);
    const listed = teach(operations.listBrowsers, [{ session_id: "s2", deleted_at: "2026-01-01T00:00:01Z" }]);
    expect(listed.sightings[0]?.endedAtMs).toBe(Date.parse("2026-01-01T00:00:01Z"));
  });

  it("runs: their app, version and action; the runs themselves are the mirror's", () => {
    const run = { id: "r1", app_name: "storefront", version: "v2", action_name: "search" };
    const { sightings } = teach(operations.listInvocations, [run, { id: "r2" }]);
    expect(keys(sightings)).toEqual(["app storefront", "action storefront/search", "version storefront@v2"]);
  });

  it("a check of ours: one row with its latency; the list tells of checks made elsewhere, with none", () => {
    const proxy = {
      id: "px1",
      status: "unavailable",
      last_checked: "2026-02-03T04:05:06.789012345Z",
      config: { country: "US", username: "someone" },
    };
    const at_ms = Date.parse("2026-02-03T04:05:06.789Z");
    const row = { proxy_id: "px1", at_ms, status: "unavailable", ip: null };
    const own = teach(operations.checkProxy, proxy, { params: { id: "px1" } });
    expect(own.checks).toEqual([{ ...row, latency_ms: 42, source: "operator" }]);
    expect(JSON.stringify(own.sightings)).not.toContain("someone");
    const listed = teach(operations.listProxies, [proxy, { id: "px2" }]);
    expect(listed.checks).toEqual([{ ...row, latency_ms: null, source: "list" }]);
    // Without a time of the API's, ours is the time of a check we made; nothing else is a check.
    expect(teach(operations.checkProxy, { id: "px2" }).checks).toMatchObject([
      { at_ms: 5_000, status: "unknown", source: "operator" },
    ]);
  });

  it("a stored extension: itself, and that others are gone", () => {
    const extension = { id: "ext1", name: "blocker", created_at: "2026-01-01T00:00:00Z", size_bytes: 7 };
    const { sightings, absences } = teach(operations.listExtensions, [extension]);
    expect(keys(sightings)).toEqual(["extension ext1"]);
    expect(sightings[0]).toMatchObject({ name: "blocker", facts: { size_bytes: 7 } });
    expect(absences).toMatchObject([{ kind: "extension", present: new Set(["ext1"]) }]);
  });

  it("only a whole list says what is gone", () => {
    const rest = { "x-has-more": "true", "x-next-offset": "20", "x-offset": "0", "x-limit": "20" };
    const end = { "x-has-more": "false", "x-next-offset": "0", "x-offset": "0", "x-limit": "20" };
    const gone = (input: object, headers = {}, body: unknown[] = [{ id: "px1" }]) =>
      teach(operations.listProxies, body, input, headers).absences.length;
    expect(gone({})).toBe(1);
    expect(gone({ query: { limit: 20, offset: 0, query: undefined } }, end)).toBe(1);
    expect(gone({ query: { limit: 20 } }, rest)).toBe(0);
    expect(gone({ query: { offset: 20 } }, { ...end, "x-offset": "20" })).toBe(0);
    expect(gone({ query: { query: "tokyo" } })).toBe(0);
    expect(gone({}, {}, [{ id: "px1" }, { id: 7 }]), "an item could not be read").toBe(0);
    const browsers = (status: string) =>
      teach(operations.listBrowsers, [], { query: { status } }).absences.length;
    expect([browsers("active"), browsers("all"), browsers("deleted")]).toEqual([1, 1, 0]);
  });
});
