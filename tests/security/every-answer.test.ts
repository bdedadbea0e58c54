// What every answer of the dashboard has, whoever makes it, and what its files and health checks are like.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { sendRequest, startDashboard } from "../support/dashboard/dashboard.ts";
import { startFaultyApi } from "../support/fakes/faulty-api.ts";
import { freePort } from "../support/programs/free-port.ts";
import { waitFor } from "../support/wait-until.ts";

const token = "every-answer-token-1";
const api = await startFaultyApi({ token });
const parent = mkdtempSync(join(tmpdir(), "fleetdeck-answers-"));
const dataDir = join(parent, "data");
const host = "fleet.example";
const port = await freePort();
/** Where it listens: browsers come by way of a proxy for its public address. */
const address = `http://127.0.0.1:${port}`;
const dashboard = await startDashboard({
  apiBaseUrl: api.url,
  token,
  dataDir,
  variables: { RECORDER: "off", PORT: String(port), PUBLIC_URL: `https://${host}` },
});
afterAll(async () => {
  await dashboard.stop();
  await api.close();
  rmSync(parent, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = { host }) =>
  sendRequest(address, path, { headers });
const getCompressed = (path: string) => get(path, { host, "accept-encoding": "gzip, br, zstd" });

async function script(): Promise<string> {
  const { text } = await get("/sign-in");
  return /\/_next\/static\/[^"']+\.js/.exec(text)?.[0] ?? "";
}

describe("every answer", () => {
  const paths: readonly [string, () => Promise<string> | string, number][] = [
    ["a page", () => "/sign-in", 200],
    ["a page that does not exist", () => "/nothing-here", 404],
    ["the API", () => "/api/livez", 200],
    ["an error of the API", () => "/api/session", 401],
    ["an address of the API that does not exist", () => "/api/nothing", 404],
    ["a script", script, 200],
    ["a file that does not exist", () => "/_next/static/nothing.js", 404],
    ["a bad request", () => "/%", 400],
    ["a picture", () => "/favicon.svg", 200],
  ];
  it.each(paths)(
    "has a content security policy and, as browsers come by https, HSTS: %s (T25, T27)",
    async (_, path, status) => {
      const reply = await get(await path());
      expect(reply.status).toBe(status);
      const policy = reply.headers["content-security-policy"];
      expect(policy).toMatch(/default-src '(self|none)'/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe-eval");
      expect(reply.headers["strict-transport-security"]).toBe("max-age=31536000");
      expect(reply.headers["x-content-type-options"]).toBe("nosniff");
      expect(reply.headers["x-frame-options"]).toBe("DENY");
    },
  );

  it("has them when it is compressed (T25)", async () => {
    const path = await script();
    const [compressed, plain] = [await getCompressed(path), await get(path)];
    expect(compressed.headers["content-encoding"]).toBe("br");
    for (const name of ["content-security-policy", "x-content-type-options", "content-type", "cache-control"])
      expect(compressed.headers[name], name).toBe(plain.headers[name]);
    expect(compressed.headers.vary).toMatch(/accept-encoding/i);
    expect(brotliDecompressSync(compressed.bytes).equals(plain.bytes)).toBe(true);
    expect((await get(path, { host: "evil.example", "accept-encoding": "br" })).status).toBe(421);
  });

  it("sets cookies for https and this host alone (T18)", async () => {
    const cookies = (await get("/api/auth/csrf")).headers["set-cookie"] ?? [];
    expect(cookies).not.toEqual([]);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-fleetdeck\./);
      expect(cookie).toMatch(/; Secure(;|$)/i);
    }
  });

  it("of another host has them, too (T22)", async () => {
    const reply = await get("/", { host: "evil.example" });
    expect(reply.status).toBe(421);
    expect(reply.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  });
});

it("files are readable by the dashboard's user alone, folders too", async () => {
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(readdirSync(dataDir)).toContain("fleetdeck.db");
  for (const name of readdirSync(dataDir)) expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0);
});

describe("health checks", () => {
  it("answer whatever host they are asked by (T22)", async () => {
    for (const asked of ["10.0.0.7:3000", "localhost", "evil.example"]) {
      expect((await get("/api/livez", { host: asked })).json).toEqual({ status: "alive" });
      expect((await get("/api/readyz", { host: asked })).json).toMatchObject({ status: "ready" });
    }
  });

  it("say that the database is missing, once its file is gone (T41)", async () => {
    rmSync(join(dataDir, "fleetdeck.db"));
    await waitFor(
      "it is noticed",
      async () => (await get("/api/readyz")).status,
      (status) => status === 503,
    );
    expect((await get("/api/readyz")).json).toMatchObject({ status: "store_missing" });
    expect((await get("/api/livez")).status).toBe(200);
  });
});
