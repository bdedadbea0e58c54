import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownOperations } from "../../lib/bff/operations/operations.ts";
import { hasRole, type Role, roles } from "../../lib/bff/roles.ts";
import type { Operation } from "../../lib/contract/operation.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import { createApiToken } from "../../lib/server/auth/api-tokens.ts";
import { operationRoles } from "../../lib/server/auth/operation-roles.ts";
import { isForPeople } from "../../lib/server/auth/people-only.ts";
import {
  type RunningDashboard,
  sendRequest,
  startDashboard,
  type Visitor,
} from "../support/dashboard/dashboard.ts";
import { type FaultyApi, startFaultyApi } from "../support/fakes/faulty-api.ts";
import { addressOf } from "../support/operation-address.ts";
import { waitUntil } from "../support/wait-until.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const apiDir = join(root, "app", "api");

function routeFiles(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    if (statSync(path).isDirectory()) return routeFiles(path);
    return name === "route.ts" ? [path] : [];
  });
}

/** Routes outside of the table of roles, each with the reason. */
const outside = new Map([
  ["/auth/csrf", "the sign-in form's token, requested before anyone is signed in"],
  ["/auth/callback/credentials", "signing in itself"],
  ["/auth/signin/oidc", "the address of the OpenID provider, requested before anyone is signed in"],
  ["/auth/callback/oidc", "where the OpenID provider sends the browser back to"],
]);

const byId = new Map<string, Operation>(Object.entries({ ...operations, ...ownOperations }));
const named = Object.entries(operationRoles).map(([id, role]) => {
  const operation = byId.get(id);
  if (operation === undefined) throw new Error(`${id} is in the table of roles but no operation`);
  return { operation, role };
});

describe("routes", () => {
  const files = routeFiles(apiDir).map((file) => ({
    path: `/${relative(apiDir, file)}`.replace(/\/route\.ts$/, "").replace(/\[(\w+)\]/g, "{$1}"),
    source: readFileSync(file, "utf8"),
  }));

  it("have a file for each operation, and no others (T08, T11)", () => {
    const expected = new Set(named.map(({ operation }) => operation.path));
    const found = files.map(({ path }) => path).filter((path) => !outside.has(path));
    expect(found.sort()).toEqual([...expected].sort());
  });

  it("export only results of the route makers, and no catch-all (T08, T11)", () => {
    for (const { path, source } of files) {
      expect(path).not.toContain("...");
      if (outside.has(path)) continue;
      for (const line of source
        .split("\n")
        .filter((text) => /^export /.test(text) && !/^export const dynamic/.test(text))) {
        expect(line, path).toMatch(
          /= (defineRoute|publicRoute|streamRoute|downloadRoute|mediaRoute|uploadRoute|fileUploadRoute|deploymentRoute)\(/,
        );
      }
    }
  });

  it("refuse HEAD where GET opens an upstream stream (T50)", () => {
    for (const { path, source } of files) {
      if (/streamRoute|downloadRoute|mediaRoute/.test(source))
        expect(source, path).toMatch(/\{ GET, HEAD \}/);
    }
  });
});

describe("roles", () => {
  const token = "role-tests-token-1";
  let api: FaultyApi;
  let dashboard: RunningDashboard;
  const visitors = new Map<Role, Visitor>();
  const apiTokens = new Map<Role, string>();

  beforeAll(async () => {
    api = await startFaultyApi({ token });
    dashboard = await startDashboard({ apiBaseUrl: api.url, token, variables: { RECORDER: "off" } });
    for (const role of roles) visitors.set(role, await dashboard.signedIn(role));
    const store = await dashboard.store();
    for (const role of roles) {
      const given = { name: `as-${role}`, role, expires_in_days: 1 };
      apiTokens.set(role, (await createApiToken(store, given, "a test", Date.now())).token);
    }
  });
  afterAll(async () => {
    await dashboard.stop();
    await api.close();
  });

  const alertRule = {
    name: "API away",
    signal: { kind: "upstream_unreachable" },
    for_seconds: 60,
    clear_seconds: 60,
    remind_hours: 4,
    enabled: true,
    webhooks: [],
  };
  const evidenceSettings = {
    logs: "off",
    network: "off",
    pictures: "off",
    video: "off",
    days: 7,
    max_mb: 64,
    session_mb: 1,
    streams: 1,
    exceptions: [{ app: "shop", logs: "off" }],
  };
  const bodies: Record<string, unknown> = {
    createInvocation: { app_name: "shop", version: "1.0.0", action_name: "search", async: true },
    updateInvocation: { status: "failed" },
    releaseBrowser: { session_id: "session4" },
    killProcess: { signal: "TERM" },
    spawnProcess: { command: "ls -l /tmp" },
    createDirectory: { path: "/tmp/a" },
    deleteFile: { path: "/tmp/a" },
    deleteDirectory: { path: "/tmp/a" },
    moveFile: { src_path: "/tmp/a", dest_path: "/tmp/b" },
    createView: { name: "mine", query: "" },
    updateView: { name: "mine" },
    updatePreference: { value: "{}" },
    pinInventory: { label: "the one in Oslo" },
    createAlertRule: alertRule,
    updateAlertRule: alertRule,
    muteAlertRule: { subject: "", minutes: 5 },
    closeAlert: { note: "nobody checks it any more" },
    testAlertRule: { signal: alertRule.signal },
    createWebhook: { name: "pager", url: "http://10.0.0.1/hook" },
    updateWebhook: { enabled: false },
    createAnnotation: { at_ms: 1_000, note: "here it began" },
    exportTimeline: { from_ms: 0, to_ms: 1_000 },
    setProxySchedule: { enabled: false, every_minutes: 15, per_hour: 60 },
    previewEvidence: evidenceSettings,
    setEvidenceSettings: evidenceSettings,
    setFailureGroup: { state: "acknowledged", note: "known" },
    callMcp: { jsonrpc: "2.0", id: 1, method: "ping" },
    updateBrowser: { name: "renamed" },
    createProxy: { type: "custom", config: { host: "proxy.example", port: 8080 } },
    updateProxy: { name: "renamed" },
    createProfile: { name: "made-by-role-test" },
    updateProfile: { name: "renamed" },
    createPool: { name: "made-by-role-test", size: 4 },
    updatePool: { size: 4 },
    setPoolRate: { fill_per_minute: 2.5 },
    createApiToken: { name: "ci", role: "viewer", expires_in_days: 1 },
    createAccount: { username: "made-by-role-test", role: "viewer" },
    updateAccount: { role: "viewer" },
    // Refused by their form: checking a password would take as long as a hundred requests.
    proveIdentity: { password: "" },
    changePassword: { old_password: "", new_password: "long enough for one" },
  };
  // Admitted, then the answer says that no topic was requested (a stream that opens would not end), or that this is no
  // upload.
  const refusedAfterwards = new Map([
    ["watchLive", 400],
    ["uploadBrowserExtensions", 415],
    ["createDeployment", 415],
    // Admitted, then the answer says that there is no such view.
    ["updateView", 404],
    ["updateAlertRule", 404],
    ["deleteAlertRule", 404],
    ["muteAlertRule", 404],
    ["closeAlert", 404],
    ["updateWebhook", 404],
    ["deleteWebhook", 404],
    ["rotateWebhookSecret", 404],
    ["testWebhook", 404],
    // Admitted, then the answer says that the address is not of the public internet.
    ["createWebhook", 400],
    ["revokeApiToken", 404],
    ["deleteView", 404],
    ["deleteAnnotation", 404],
    ["setFailureGroup", 404],
    ["readStoredLines", 404],
    ["deleteStoredLog", 404],
    ["readPicture", 404],
    // Admitted, then the answer says that this is no address of a live view.
    ["showLiveView", 404],
    ["updateAccount", 404],
    ["resetAccount", 404],
    ["endSignIn", 404],
    // Admitted, then the answer says that a password is missing.
    ["changePassword", 400],
    ["proveIdentity", 400],
    // Admitted, then the answer says that nothing is stored of the session.
    ["exportEvidence", 404],
  ]);
  const headersOf: Record<string, Record<string, string>> = {
    callMcp: { accept: "application/json, text/event-stream" },
  };
  const tested = named.filter(({ operation }) => operation.id !== "signOut");
  /** A request for an operation without a sign-in. */
  const sendWith = (operation: Operation, headers: Record<string, string>) => {
    const text = bodies[operation.id] === undefined ? undefined : JSON.stringify(bodies[operation.id]);
    return sendRequest(dashboard.url, addressOf(operation), {
      method: operation.method,
      headers: {
        ...headers,
        ...headersOf[operation.id],
        ...(text === undefined
          ? {}
          : { "content-type": "application/json", "content-length": String(text.length) }),
      },
      ...(text === undefined ? {} : { body: text }),
    });
  };
  const expectAdmitted = ({ id }: Operation, { status }: { status: number }, who: string) => {
    const refused = refusedAfterwards.get(id);
    if (refused !== undefined) expect(status, who).toBe(refused);
    else expect(status, who).toBeLessThan(300);
  };

  it.each(tested)("$operation.id requires $role (T11, T12)", async ({ operation, role }) => {
    const path = addressOf(operation);
    const anonymous = await sendWith(operation, { origin: dashboard.url });
    expect(anonymous.status).toBe(role === "public" ? 200 : 401);
    if (role === "public") return;
    for (const [held, visitor] of visitors) {
      const before = api.hits.length;
      const reply =
        operation.method === "GET"
          ? await visitor.get(path)
          : await visitor.send(operation.method, path, bodies[operation.id], headersOf[operation.id]);
      if (hasRole(held, role)) expectAdmitted(operation, reply, held);
      else {
        expect(reply.status, held).toBe(403);
        expect(reply.json).toMatchObject({ code: "role_too_low" });
        expect(api.hits.length, `${held}: a request reached the upstream`).toBe(before);
      }
    }
  });

  const ofPeopleAndTokens = tested.filter(({ role }) => role !== "public");
  it.each(ofPeopleAndTokens)(
    "$operation.id requires $role of an API token, too",
    async ({ operation, role }) => {
      if (role === "public") return;
      for (const [held, apiToken] of apiTokens) {
        const before = api.hits.length;
        const reply = await sendWith(operation, { authorization: `Bearer ${apiToken}` });
        if (hasRole(held, role) && !isForPeople(operation.id)) {
          expectAdmitted(operation, reply, held);
          continue;
        }
        expect(reply.status, held).toBe(403);
        expect(reply.json).toMatchObject({ code: hasRole(held, role) ? "people_only" : "role_too_low" });
        expect(api.hits.length, `${held}: a request reached the upstream`).toBe(before);
      }
    },
  );

  it("answers unsupported methods with 405", async () => {
    const admin = await dashboard.admin();
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      expect((await admin.send(method, "/api/proxies")).status, method).toBe(405);
    }
    for (const path of ["/api/profiles/profile1/download", "/api/browsers/session1/replays/replay1"]) {
      expect(
        (
          await sendRequest(dashboard.url, path, {
            method: "HEAD",
            headers: { cookie: admin.cookieHeader() },
          })
        ).status,
      ).toBe(405);
    }
  });

  it("audits a denied action (T12)", async () => {
    // The viewer and the token are of this test alone: further refusals of an operator within a minute are counted in one row.
    const path = "/api/proxies/denied-and-audited/check";
    const viewer = await dashboard.signedIn("viewer");
    expect((await viewer.send("POST", path)).status).toBe(403);
    const given = { name: "denied", role: "viewer", expires_in_days: 1 } as const;
    const created = await createApiToken(await dashboard.store(), given, "a test", Date.now());
    const authorization = `Bearer ${created.token}`;
    const byToken = await sendRequest(dashboard.url, path, { method: "POST", headers: { authorization } });
    expect(byToken.status).toBe(403);
    const admin = await dashboard.admin();
    const reply = await admin.get(`/api/audit?phase=denied&target=${encodeURIComponent(path)}`);
    const denied = { phase: "denied", action: "checkProxy", status: 403, role: "viewer" };
    expect(reply.json).toMatchObject([
      { ...denied, actor: "token denied" },
      { ...denied, actor: expect.stringMatching(/^viewer/) },
    ]);
  });

  it("in parallel on one address receive each their own answer, which nothing may store (T40)", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => [...visitors])
        .flat()
        .map(async ([role, visitor]) => {
          const { headers, json } = await visitor.get("/api/session");
          return { role, headers, json };
        }),
    );
    for (const { role, headers, json } of answers) {
      expect(json).toMatchObject({ operator: { role } });
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers.etag).toBeUndefined();
    }
  });

  it("who may not read what is being read for another one receive nothing of it (T40, T57)", async () => {
    const read = Promise.withResolvers<void>();
    api.fail("/proxies", { kind: "hold", until: read.promise });
    const path = "/api/proxies?query=shared";
    const allowed = [...visitors.values()].map((visitor) => visitor.get(path));
    await waitUntil("it is being read", () => api.hits.some(({ url }) => url.includes("query=shared")));
    const anonymous = await sendRequest(dashboard.url, path);
    expect([anonymous.status, anonymous.headers["cache-control"]]).toEqual([401, "no-store"]);
    const other = visitors.get("viewer")?.get("/api/proxies?query=another");
    read.resolve();
    api.clearFaults();
    for (const reply of await Promise.all(allowed)) expect(reply.status).toBe(200);
    expect((await other)?.status).toBe(200);
    const hits = api.hits.filter(({ url }) => url.startsWith("/proxies?") && url.includes("query="));
    expect(hits.map(({ url }) => url.replace(/.*query=(\w+).*/, "$1"))).toEqual(["shared", "another"]);
  });

  it("answers random addresses with 404 without an upstream request (T08)", async () => {
    const admin = await dashboard.admin();
    const before = api.hits.length;
    for (const path of [
      "/api",
      "/api/browsers/a/b",
      "/api/deployment",
      "/api/proxies/a/check/b",
      "/api/http://evil.example/",
    ]) {
      expect([404, 308], path).toContain((await admin.get(path)).status);
    }
    expect(api.hits.length).toBe(before);
  });
});
