// API tokens through the built dashboard: what authenticates, what never does, and where a token may not turn up.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ApiTokenMade, apiTokenMade } from "../../lib/bff/api-tokens.ts";
import { bffHeaders } from "../../lib/bff/headers.ts";
import type { Role } from "../../lib/bff/roles.ts";
import { type RequestOptions, sendRequest } from "../support/dashboard/dashboard.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";
import { LiveStreamClient } from "../support/dashboard/live-stream-client.ts";

const { api, dashboard } = await faultyDashboardForTests({
  token: "api-token-tests-token-1",
  variables: { RECORDER: "off" },
});
const admin = await dashboard.admin();
let serial = 0;

async function makeToken(role: Role): Promise<ApiTokenMade> {
  serial += 1;
  const body = { name: `${role}-${serial}`, role, expires_in_days: 1 };
  const reply = await admin.send("POST", "/api/tokens", body);
  expect(reply.status).toBe(201);
  return apiTokenMade.parse(reply.json);
}

/** A request with a token; `localAddress`: of a network of its own. */
const withToken = (token: string, path: string, options: RequestOptions = {}) =>
  sendRequest(dashboard.url, path, {
    ...options,
    headers: { authorization: `Bearer ${token}`, ...options.headers },
  });

describe("a token", () => {
  it("acts with its role, without a cookie or an origin, and the audit names it", async () => {
    const { token, name, id } = await makeToken("operator");
    expect((await withToken(token, "/api/session")).json).toMatchObject({
      operator: { username: `token ${name}`, role: "operator" },
    });
    const checked = await withToken(token, "/api/proxies/proxy1/check", { method: "POST" });
    expect(checked.status).toBe(200);
    expect(checked.headers["set-cookie"]).toBeUndefined();
    const { json } = await admin.get(`/api/audit?actor=${encodeURIComponent(`token ${name}`)}`);
    expect(json).toMatchObject([
      { action: "checkProxy", phase: "answered", role: "operator", target: "proxy1", status: 200 },
      { action: "checkProxy", phase: "intended" },
    ]);
    const { json: list } = await admin.get("/api/tokens");
    const listed: unknown = Reflect.get(Object(list), "tokens");
    expect(listed).toContainEqual(
      expect.objectContaining({ id, name, created_by: "admin", last_used_at_ms: expect.any(Number) }),
    );
  });

  it("that is refused an act for its role leaves a row in the audit (T12)", async () => {
    const { token, name } = await makeToken("viewer");
    const before = api.hits.length;
    expect((await withToken(token, "/api/proxies/proxy1/check", { method: "POST" })).status).toBe(403);
    expect(api.hits.length).toBe(before);
    const { json } = await admin.get(`/api/audit?phase=denied&actor=${encodeURIComponent(`token ${name}`)}`);
    expect(json).toMatchObject([{ action: "checkProxy", status: 403, role: "viewer" }]);
  });

  it("manages no tokens and no accounts, opens no page and signs nobody in, whatever its role", async () => {
    const { token, id } = await makeToken("admin");
    const body = JSON.stringify({ name: "another", role: "admin", expires_in_days: 365 });
    const headers = { "content-type": "application/json", "content-length": String(body.length) };
    for (const reply of [
      await withToken(token, "/api/tokens"),
      await withToken(token, "/api/tokens", { method: "POST", headers, body }),
      await withToken(token, `/api/tokens/${id}`, { method: "DELETE" }),
      await withToken(token, "/api/session", { method: "DELETE" }),
    ]) {
      expect(reply.status).toBe(403);
      expect(reply.json).toMatchObject({ code: "people_only" });
    }
    expect((await withToken(token, "/settings")).status).toBe(307);
    const form = await withToken(token, "/api/auth/callback/credentials", {
      method: "POST",
      headers: { origin: dashboard.url, "content-type": "application/x-www-form-urlencoded" },
    });
    expect(form.status).toBe(400);
    expect(form.headers["set-cookie"]).toBeUndefined();
    expect((await withToken(token, "/api/auth/session")).status).toBe(404);
  });

  it("is refused together with the cookie of a sign-in, and in an address (T14)", async () => {
    const { token } = await makeToken("viewer");
    const mixed = await withToken(token, "/api/proxies", { headers: { cookie: admin.cookieHeader() } });
    expect(mixed.status).toBe(400);
    expect(mixed.json).toMatchObject({ code: "two_credentials" });
    for (const path of [`/api/proxies?access_token=${token}`, `/api/proxies?token=${token}`, `/${token}`]) {
      const reply = await sendRequest(dashboard.url, path);
      expect(reply.status).toBe(400);
      expect(reply.json).toMatchObject({ message: expect.stringContaining("Authorization header") });
      expect(reply.text).not.toContain(token);
    }
  });

  it("ends within seconds of its revocation, for requests and for its open stream", async () => {
    const { token, id } = await makeToken("viewer");
    const stream = await LiveStreamClient.open(dashboard.url, { topics: ["fleet"], token });
    expect(stream.status).toBe(200);
    stream.read();
    expect((await admin.send("DELETE", `/api/tokens/${id}`)).status).toBe(204);
    await expect.poll(() => stream.frames.at(-1)).toEqual({ kind: "bye", reason: "signed_out" });
    const refused = await withToken(token, "/api/proxies");
    expect(refused.status).toBe(401);
    expect(refused.json).toMatchObject({
      code: "invalid_token",
      message: "The API token is wrong, or it was revoked.",
    });
    expect(refused.headers["www-authenticate"]).toMatch(/^Bearer .*error="invalid_token"/);
  });

  it("ends when it expires, for requests and for its open stream", async () => {
    const { token, id, name } = await makeToken("viewer");
    const stream = await LiveStreamClient.open(dashboard.url, { topics: ["fleet"], token });
    stream.read();
    const db = await dashboard.store();
    await db.updateTable("api_tokens").set({ expires_at_ms: Date.now() }).where("id", "=", id).execute();
    await expect.poll(() => stream.frames.at(-1)).toEqual({ kind: "bye", reason: "signed_out" });
    const refused = await withToken(token, "/api/proxies");
    expect(refused.status).toBe(401);
    expect(refused.json).toMatchObject({ message: expect.stringContaining(`${name} expired at`) });
  });

  it("is written neither into logs nor into the audit nor into the database", async () => {
    const { token, id } = await makeToken("operator");
    const secret = token.slice(19);
    await withToken(token, "/api/proxies/proxy1/check", {
      method: "POST",
      headers: { [bffHeaders.reason]: encodeURIComponent(`as ${token} wants`) },
    });
    await withToken(token, `/api/proxies/${token}`);
    await withToken(`${token}x`, "/api/proxies");
    api.fail("*", { kind: "echo", status: 500 });
    await withToken(token, "/api/proxies/proxy1");
    api.clearFaults();
    await admin.send("DELETE", `/api/tokens/${id}`);
    expect((await admin.get("/api/audit?limit=100")).text).toContain("as [redacted] wants");
    for (const file of readdirSync(dashboard.dataDir).filter((name) => name.includes(".db")))
      expect(readFileSync(join(dashboard.dataDir, file), "latin1")).not.toContain(secret);
    expect(dashboard.output()).not.toContain(secret);
  });
});

describe("wrong tokens", () => {
  it("are refused, and many of them throttle their network alone", async () => {
    const { token } = await makeToken("viewer");
    const from = { localAddress: "127.0.0.9" };
    const wrong = `fd_${"0".repeat(16)}${"A".repeat(43)}`;
    for (const text of [
      wrong,
      "fd_",
      "some-token",
      token.replace(/.$/, (end) => (end === "A" ? "B" : "A")),
    ]) {
      const reply = await withToken(text, "/api/proxies", from);
      expect(reply.status).toBe(401);
      expect(reply.json).toMatchObject({ code: "invalid_token" });
    }
    for (let at = 0; at < 20; at += 1) await withToken(wrong, "/api/proxies", from);
    const throttled = await withToken(wrong, "/api/proxies", from);
    expect(throttled.status).toBe(429);
    expect(Number(throttled.headers["retry-after"])).toBeGreaterThan(0);
    expect((await withToken(token, "/api/proxies")).status).toBe(200);
    expect((await sendRequest(dashboard.url, "/api/auth/csrf", from)).status).toBe(200);
  });

  it.each([
    ["a role that does not exist", { name: "x", role: "root", expires_in_days: 1 }],
    ["no expiry", { name: "x", role: "viewer" }],
    ["more than a year", { name: "x", role: "viewer", expires_in_days: 366 }],
    ["a name with blanks", { name: "a b", role: "viewer", expires_in_days: 1 }],
    ["an unknown field", { name: "x", role: "viewer", expires_in_days: 1, token: "fd_mine" }],
  ])("are not created with %s", async (_, body) => {
    expect((await admin.send("POST", "/api/tokens", body)).status).toBe(400);
  });
});
