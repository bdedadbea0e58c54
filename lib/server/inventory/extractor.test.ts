import { describe, expect, it } from "vitest";
import { recordedBrowser } from "../../bff/recorded-browser.ts";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations/operations.ts";
import { readAnswer } from "../upstream/answer.ts";
import { extractRecords } from "./extractor.ts";

const callOrigin = { by: "operator", tookMs: 41.6 } as const;

/** An answer as `call` returns it. */
function answer(operation: Operation, body: unknown, headers: Record<string, string> = {}) {
  const bytes = Buffer.from(body === undefined ? "" : JSON.stringify(body));
  return readAnswer(operation, {
    status: body === undefined ? 204 : 200,
    headers: { "content-type": "application/json", ...headers },
    bytes,
    receivedAtMs: 5_000,
  });
}
const extractOf = (operation: Operation, body: unknown, input: object = {}, headers = {}) =>
  extractRecords(answer(operation, body, headers), input, callOrigin);
const keys = (things: readonly { kind: string; id: string }[]) =>
  things.map(({ kind, id }) => `${kind} ${id}`);
const arrows = (links: ReturnType<typeof extractOf>["links"]) =>
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

describe("extractRecords", () => {
  it("a pool: itself, its proxy, its profile by name, its extensions", () => {
    const { resources, links } = extractOf(operations.listPools, [pool]);
    expect(keys(resources)).toEqual(["pool pool1", "proxy px1", "profile logged in", "extension ext1"]);
    expect(resources[0]).toMatchObject({ name: "shop", source: "listPools", atMs: 5_000 });
    expect(resources[0]?.details).toMatchObject({ proxy_id: "px1", profile: { name: "logged in" } });
    expect(resources[1]?.details, "a mention is no record").toBeUndefined();
    expect(arrows(links)).toEqual([
      "pool pool1 → proxy px1",
      "pool pool1 → profile logged in",
      "pool pool1 → extension ext1",
    ]);
  });

  it("an invocation's sessions: the sessions, their proxy and profile, and links to the invocation", () => {
    const session = { session_id: "s1", proxy_id: "px1", profile: { id: "pf1", name: "logged in" } };
    const { resources, links } = extractOf(
      operations.listInvocationBrowsers,
      { browsers: [session] },
      { params: { id: "invocation1" } },
    );
    expect(keys(resources)).toEqual(["session s1", "proxy px1", "profile pf1"]);
    expect(arrows(links)).toContain("invocation invocation1 → session s1");
  });

  it("a browser: what is recorded of it can be read as the API's resource again", () => {
    const telemetry = { browser: { network: { enabled: true }, console: { enabled: false } } };
    const session = { session_id: "s1", name: "night run", proxy_id: "px1", telemetry };
    const [record] = extractOf(operations.retrieveBrowser, session, { params: { id: "s1" } }).resources;
    expect(record?.name).toBe("night run");
    // As the store returns it.
    const details = JSON.parse(JSON.stringify(record?.details));
    expect(recordedBrowser("s1", details)).toEqual({
      ...session,
      telemetry: { browser: { network: { enabled: true } } },
    });
  });

  it("a deleted profile or proxy: its end", () => {
    const deletedProfile = extractOf(operations.deleteProfile, undefined, { params: { id_or_name: "pf1" } });
    expect(deletedProfile.endings).toEqual([{ kind: "profile", id: "pf1", atMs: 5_000 }]);
    const deletedProxy = extractOf(operations.deleteProxy, undefined, { params: { id: "px1" } });
    expect(deletedProxy.endings).toEqual([{ kind: "proxy", id: "px1", atMs: 5_000 }]);
  });

  it("an acquired session: a link to the pool; a deleted one: its end", () => {
    const { links } = extractOf(
      operations.acquireBrowser,
      { session_id: "s1" },
      { params: { id_or_name: "shop" } },
    );
    expect(arrows(links)).toEqual(["pool shop → session s1"]);
    // Sessions of an invocation, and sessions whose record contains the pool.
    const behind = extractOf(
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
      "invocation r1 → session s1",
      "invocation r1 → session s2",
    ]);
    expect(keys(behind.resources)).toContain("pool pl1");
    const gone = extractOf(operations.deleteBrowser, undefined, { params: { id: "s1" } });
    expect(gone.endings).toEqual([{ kind: "session", id: "s1", atMs: 5_000 }]);
    const released = extractOf(operations.releaseBrowser, undefined, {
      params: { id_or_name: "pl1" },
      body: { session_id: "s2" },
    });
    expect(released.endings).toEqual([{ kind: "session", id: "s2", atMs: 5_000 }]);
    const listed = extractOf(operations.listBrowsers, [
      { session_id: "s2", deleted_at: "2026-01-01T00:00:01Z" },
    ]);
    expect(listed.resources[0]?.endedAtMs).toBe(Date.parse("2026-01-01T00:00:01Z"));
  });

  it("invocations: their app, version and action, not the invocations themselves", () => {
    const invocation = { id: "r1", app_name: "storefront", version: "v2", action_name: "search" };
    const { resources } = extractOf(operations.listInvocations, [invocation, { id: "r2" }]);
    expect(keys(resources)).toEqual(["app storefront", "action storefront/search", "version storefront@v2"]);
  });

  it("our own check: one row with its latency; checks in the list: rows without one", () => {
    const proxy = {
      id: "px1",
      status: "unavailable",
      last_checked: "2026-02-03T04:05:06.789012345Z",
      config: { country: "US", username: "someone" },
    };
    const at_ms = Date.parse("2026-02-03T04:05:06.789Z");
    const row = { proxy_id: "px1", at_ms, status: "unavailable", ip: null };
    const own = extractOf(operations.checkProxy, proxy, { params: { id: "px1" } });
    expect(own.checks).toEqual([{ ...row, latency_ms: 42, source: "operator" }]);
    expect(JSON.stringify(own.resources)).not.toContain("someone");
    const listed = extractOf(operations.listProxies, [proxy, { id: "px2" }]);
    expect(listed.checks).toEqual([{ ...row, latency_ms: null, source: "list" }]);
    // Without a time of the API our own check has our time; anything else is no check.
    expect(extractOf(operations.checkProxy, { id: "px2" }).checks).toMatchObject([
      { at_ms: 5_000, status: "unknown", source: "operator" },
    ]);
  });

  it("a stored extension: the extension, and the end of others", () => {
    const extension = { id: "ext1", name: "blocker", created_at: "2026-01-01T00:00:00Z", size_bytes: 7 };
    const { resources, completeLists } = extractOf(operations.listExtensions, [extension]);
    expect(keys(resources)).toEqual(["extension ext1"]);
    expect(resources[0]).toMatchObject({ name: "blocker", details: { size_bytes: 7 } });
    expect(completeLists).toMatchObject([{ kind: "extension", present: new Set(["ext1"]) }]);
  });

  it("only a complete list ends resources", () => {
    const rest = { "x-has-more": "true", "x-next-offset": "20", "x-offset": "0", "x-limit": "20" };
    const end = { "x-has-more": "false", "x-next-offset": "0", "x-offset": "0", "x-limit": "20" };
    const gone = (input: object, headers = {}, body: unknown[] = [{ id: "px1" }]) =>
      extractOf(operations.listProxies, body, input, headers).completeLists.length;
    expect(gone({})).toBe(1);
    expect(gone({ query: { limit: 20, offset: 0, query: undefined } }, end)).toBe(1);
    expect(gone({ query: { limit: 20 } }, rest)).toBe(0);
    expect(gone({ query: { offset: 20 } }, { ...end, "x-offset": "20" })).toBe(0);
    expect(gone({ query: { query: "tokyo" } })).toBe(0);
    expect(gone({}, {}, [{ id: "px1" }, { id: 7 }]), "an item could not be read").toBe(0);
    const browsers = (status: string) =>
      extractOf(operations.listBrowsers, [], { query: { status } }).completeLists.length;
    expect([browsers("active"), browsers("all"), browsers("deleted")]).toEqual([1, 1, 0]);
  });
});
