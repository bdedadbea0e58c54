import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { ownOperations } from "../../lib/bff/operations/operations.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import { operationRoles } from "../../lib/server/auth/operation-roles.ts";
import { adminPassword, type Reply, sendRequest } from "../support/dashboard/dashboard.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";
import { sampleJwt } from "../support/fakes/faulty-api.ts";
import { addressOf } from "../support/operation-address.ts";
import { listenOnFreePort } from "../support/programs/free-port.ts";

const token = "canary+token/0123456789=abcdef";
const sessionSecret = "canary-session-secret-0123456789abcdef";
const root = fileURLToPath(new URL("../..", import.meta.url));

const forms = (secret: string) => {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
};
const canaries = [token, sessionSecret, adminPassword].flatMap(forms);
const fieldCanaries = [sampleJwt, "canary-secret-field", "canary-proxy-password", "canary-env-value"];

function filesUnder(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

/** Fails when any canary is in status line, headers or body of a reply. */
function expectNoSecrets(
  reply: Reply,
  where: string,
  secrets: readonly string[] = [...canaries, ...fieldCanaries],
) {
  const everything = `${JSON.stringify(reply.headers)}\n${reply.text}`;
  for (const secret of secrets) expect(everything.includes(secret), `${where} shows ${secret}`).toBe(false);
}

/** What anyone or any operator can read. */
const reads = Object.values({ ...operations, ...ownOperations })
  .filter(({ id, method }) => method === "GET" && Object.hasOwn(operationRoles, id))
  .map(addressOf);

const { api, dashboard } = await faultyDashboardForTests({
  token,
  variables: { NEXTAUTH_SECRET: sessionSecret, RECORDER: "off" },
});
const admin = await dashboard.admin();
afterEach(() => api.clearFaults());

describe("token", () => {
  it("appears in no response, page, script or log line (T01, T02)", async () => {
    let read = 0;
    for (const path of reads) {
      const reply = await admin.get(path);
      if (reply.status === 200) read += 1;
      expect(reply.status, path).toBeLessThan(500);
      expectNoSecrets(reply, path);
    }
    // The others have nothing stored, or no such thing.
    expect(read).toBeGreaterThan(reads.length / 2);
    for (const [path, status] of [
      ["/sign-in", 307],
      ["/", 200],
      ["/nothing-here", 404],
    ] as const) {
      const reply = await admin.get(path);
      expect(reply.status, path).toBe(status);
      expectNoSecrets(reply, path);
    }
    for (const path of ["/", "/browsers/session1", "/proxies", "/settings"]) {
      const where = `${path} as a component payload`;
      // Without this parameter it would be redirected to the address with it.
      const reply = await admin.get(`${path}?_rsc`, { rsc: "1" });
      expect([reply.status, reply.headers["content-type"]], where).toEqual([200, "text/x-component"]);
      expectNoSecrets(reply, where);
    }
    const signIn = await sendRequest(dashboard.url, "/sign-in");
    expect(signIn.status).toBe(200);
    expectNoSecrets(signIn, "/sign-in of a stranger");
    for (const [method, path, body] of [
      ["POST", "/api/browsers", {}],
      ["POST", "/api/browser_pools/pool1/acquire", {}],
      ["POST", "/api/proxies/proxy1/check", undefined],
    ] as const) {
      const reply = await admin.send(method, path, body);
      expect(reply.status, path).toBe(200);
      expectNoSecrets(reply, path);
    }
    for (const file of filesUnder(join(root, ".next", "static"))) {
      const text = readFileSync(file, "latin1");
      for (const secret of canaries) expect(text.includes(secret), `${file} holds ${secret}`).toBe(false);
      expect(/API_TOKEN|NEXTAUTH_SECRET|DATABASE_URL/.test(text), `${file} names a secret's variable`).toBe(
        false,
      );
    }
    for (const secret of canaries) expect(dashboard.output().includes(secret)).toBe(false);
  });

  it.each([400, 403, 404, 409, 422, 500, 503])(
    "is not shown when the upstream echoes it with %i (T03)",
    async (status) => {
      api.fail("*", { kind: "echo", status });
      for (const path of [
        "/api/proxies/proxy1",
        "/api/invocations/inv1",
        "/api/profiles/profile1/download",
      ]) {
        const reply = await admin.get(path);
        expect(reply.status).toBeGreaterThanOrEqual(400);
        expectNoSecrets(reply, path);
      }
      expectNoSecrets(await admin.send("POST", "/api/proxies/proxy1/check"), "check");
      for (const secret of canaries) expect(dashboard.output().includes(secret)).toBe(false);
    },
  );

  it("is removed from upstream responses (T03)", async () => {
    api.fail("/proxies", { kind: "body", text: JSON.stringify([{ id: "p", name: `got ${token}` }]) });
    const reply = await admin.get("/api/proxies?name=echo");
    expect(reply.status).toBe(200);
    expectNoSecrets(reply, "a list");
    expect(reply.json).toMatchObject([{ id: "p", name: "got [redacted]" }]);
  });

  it("reaches no store when the upstream repeats it, in whatever encoding (T01, T03)", async () => {
    const echoed = forms(token).map((form, at) => ({ id: `echo${at}`, name: `echo ${form}`, status: form }));
    api.fail("/proxies", { kind: "body", text: JSON.stringify(echoed) });
    expect((await admin.get("/api/proxies?name=stored")).status).toBe(200);
    const inventory = await admin.get("/api/inventory?kind=proxy&query=echo");
    expect(inventory.text).toContain("echo [redacted]");
    expectNoSecrets(inventory, "the inventory");
    for (const file of filesUnder(dashboard.dataDir)) {
      const text = readFileSync(file, "latin1");
      for (const secret of forms(token)) expect(text.includes(secret), `${file} holds it`).toBe(false);
    }
  });

  it("is overwritten in a file that is downloaded, whose size stays (T01)", async () => {
    const text = forms(token).join(" and ");
    api.fail("/browsers/session1/fs/read_file", { kind: "body", text });
    const reply = await admin.get("/api/browsers/session1/fs/read_file?path=/tmp/env");
    expect(reply.status).toBe(200);
    expectNoSecrets(reply, "a file");
    expect(reply.bytes.length).toBe(Buffer.byteLength(text));
  });

  it("is sent to the API only: redirects are not followed (T05)", async () => {
    let visits = 0;
    const elsewhere = await listenOnFreePort(
      createServer((_request, response) => {
        visits += 1;
        response.end("[]");
      }),
    );
    api.fail("*", { kind: "redirect", to: `${elsewhere.url}/proxies` });
    for (const path of ["/api/browser_pools/moved", "/api/profiles/profile1/download"]) {
      const reply = await admin.get(path);
      expect(reply.status).toBe(502);
      expect(reply.json).toMatchObject({ code: "upstream_redirected" });
      expect(reply.headers.location).toBeUndefined();
    }
    expect(visits).toBe(0);
    await elsewhere.close();
  });
});

describe("headers", () => {
  it("of the browser are not forwarded upstream (T09)", async () => {
    await admin.get("/api/browser_pools/header-probe", {
      authorization: "Bearer from-the-browser",
      "x-forwarded-for": "203.0.113.9",
      x_forwarded_for: "203.0.113.9",
      "x-evil": "1",
      referer: "http://elsewhere.example/",
    });
    const [hit] = api.hitsOn("/browser_pools/header-probe");
    expect(hit?.headers.authorization).toBe(`Bearer ${token}`);
    expect(Object.keys(hit?.headers ?? {}).sort()).toEqual(
      ["accept", "authorization", "connection", "host", "user-agent", "x-request-id"].sort(),
    );
  });

  it.each([
    "/browser_pools/header-answer",
    "/profiles/header-answer/download",
    "/browsers/session1/fs/read_file?path=/tmp/a",
  ])("of the upstream are not forwarded to the browser: %s (T10)", async (path) => {
    const headers = {
      "set-cookie": "upstream=1",
      "access-control-allow-origin": "*",
      "clear-site-data": '"*"',
      server: "upstream",
      location: "https://evil.example/",
      refresh: "0;url=https://evil.example/",
      "content-security-policy": "default-src *",
      "cache-control": "public, max-age=9",
    };
    const [file = ""] = path.split("?", 1);
    const text = JSON.stringify({ id: "p", name: "p", available_count: 0, acquired_count: 0 });
    api.fail(file, { kind: "body", text, headers });
    const reply = await admin.get(`/api${path}`);
    expect(reply.status).toBe(200);
    const own = ["content-security-policy", "cache-control"];
    for (const name of Object.keys(headers).filter((each) => !own.includes(each)))
      expect(reply.headers[name], name).toBeUndefined();
    expect(reply.headers["content-security-policy"]).not.toContain("default-src *");
    expect(reply.headers["cache-control"]).toContain("no-store");
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
    expect(reply.headers["x-frame-options"]).toBe("DENY");
  });
});

describe("the live view", () => {
  it("returns its address by POST only and stores it nowhere (T28)", async () => {
    expect((await admin.get("/api/browsers/session1/live-view")).status).toBe(405);
    const reply = await admin.send("POST", "/api/browsers/session1/live-view");
    expect(reply.json).toEqual({ url: `${api.url}/browser/remote?jwt=${sampleJwt}` });
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.headers["referrer-policy"]).toBe("no-referrer");
    const audit = await admin.get("/api/audit?action=openLiveView");
    expect(audit.json).toMatchObject([{ phase: "answered", target: "session1" }, { phase: "intended" }]);
    expectNoSecrets(audit, "the audit");
    expect(dashboard.output()).not.toContain(sampleJwt);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "https://live.evil.example/browser/remote?jwt=x",
    "http://user:pass@127.0.0.1/",
    "//127.0.0.1/x",
    "not an address",
  ])("is refused when it leads to %s (T29)", async (address) => {
    api.fail("/browsers/session1", {
      kind: "body",
      text: JSON.stringify({ session_id: "session1", browser_live_view_url: address }),
    });
    const reply = await admin.send("POST", "/api/browsers/session1/live-view");
    expect(reply.status).toBe(502);
    expect(reply.json).toMatchObject({ code: "live_view_refused" });
    expect(reply.text).not.toContain(address);
  });
});

describe("the CDP address", () => {
  it("is returned by POST only, with its expiry, and stored nowhere (T28)", async () => {
    expect((await admin.get("/api/browsers/session1/cdp-address")).status).toBe(405);
    const reply = await admin.send("POST", "/api/browsers/session1/cdp-address");
    expect(reply.json).toMatchObject({ url: expect.stringContaining(`jwt=${sampleJwt}`) });
    expect(reply.headers["cache-control"]).toBe("no-store");
    const audit = await admin.get("/api/audit?action=revealCdpAddress");
    expect(audit.json).toMatchObject([{ phase: "answered", target: "session1" }, { phase: "intended" }]);
    expectNoSecrets(audit, "the audit");
    expect(dashboard.output()).not.toContain(sampleJwt);
  });

  it.each(["javascript:alert(1)", "https://127.0.0.1/x", "wss://user:pass@127.0.0.1/", "not an address"])(
    "is refused when it leads to %s (T29)",
    async (address) => {
      api.fail("/browsers/session1", {
        kind: "body",
        text: JSON.stringify({ session_id: "session1", cdp_ws_url: address }),
      });
      const reply = await admin.send("POST", "/api/browsers/session1/cdp-address");
      expect(reply.status).toBe(502);
      expect(reply.json).toMatchObject({ code: "cdp_address_refused" });
      expect(reply.text).not.toContain(address);
    },
  );
});

describe("a recording's video", () => {
  const path = "/api/browsers/session1/replays/video1";
  const rows = () => admin.get("/api/audit?action=downloadReplay&target=session1/video1&limit=9");

  it("supports ranges, is never cached, and is audited once per opening", async () => {
    const { videoBytes } = await import("../support/fakes/faulty-api.ts");
    const part = await admin.get(path, { range: "bytes=10-19" });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(videoBytes.subarray(10, 20))).toBe(true);
    expect(part.headers).toMatchObject({
      "content-type": "video/mp4",
      "content-range": "bytes 10-19/5000",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "x-recording-started-at": "2026-02-03T04:05:06Z",
      "content-disposition": "inline; filename=replay-session1-video1.mp4",
    });
    expect(part.headers["cache-control"]).toContain("no-store");
    const whole = await admin.get(path);
    expect(whole.status).toBe(200);
    expect(whole.bytes.equals(videoBytes)).toBe(true);
    expect((await rows()).json).toMatchObject([{ phase: "answered", status: 206 }, { phase: "intended" }]);
  });

  it("is reported unfinished while recording", async () => {
    const running = "/api/browsers/session1/replays/running";
    const reply = await admin.get(running);
    expect(reply.status).toBe(202);
    expect(reply.text).toBe("");
    expect(reply.headers["retry-after"]).toBe("5");
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await admin.get(running)).status).toBe(202);
    const audit = await admin.get("/api/audit?action=downloadReplay&target=session1/running");
    expect(audit.json, "waiting is audited once").toMatchObject([
      { phase: "answered", status: 202 },
      { phase: "intended" },
    ]);
  });

  it("is served as a sandboxed download with another content type", async () => {
    api.fail("/browsers/session1/replays/video1", { kind: "html" });
    const reply = await admin.get(path);
    api.clearFaults();
    expect(reply.headers["content-type"]).toBe("application/octet-stream");
    expect(reply.headers["content-security-policy"]).toContain("sandbox");
  });
});

describe("a file's download", () => {
  it("has a valid header file name, also when cut within a character (T31)", async () => {
    const path = `/tmp/a${"\u{20bb7}".repeat(60)}`;
    const reply = await admin.get(`/api/browsers/session1/fs/read_file?path=${encodeURIComponent(path)}`);
    expect(reply.status).toBe(200);
    expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename=/);
  });
});

describe("a profile's download", () => {
  it("forwards its bytes unchanged as a file after it was audited (T30)", async () => {
    const { profileBytes } = await import("../support/fakes/faulty-api.ts");
    const reply = await admin.get("/api/profiles/profile1/download");
    expect(reply.bytes.equals(profileBytes)).toBe(true);
    expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename=/);
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
    expect(reply.headers["cache-control"]).toContain("no-store");
    const audit = await admin.get("/api/audit?action=downloadProfile&target=profile1&limit=2");
    expect(audit.json).toMatchObject([{ phase: "answered", status: 200 }, { phase: "intended" }]);
  });

  it("aborts when the upstream does (T53)", async () => {
    api.fail("/profiles/profile1/download", { kind: "truncate" });
    const outcome = await admin.get("/api/profiles/profile1/download").then(
      (reply) => reply.status,
      () => "broken off",
    );
    expect(outcome).toBe("broken off");
  });

  it.each(["a b", "ü", "x; filename=y", 'q"uote', "e\u202egpj"])(
    "names its file safely for %s (T07, T31)",
    async (name) => {
      const reply = await admin.get(`/api/profiles/${encodeURIComponent(name)}/download`);
      expect(reply.status).toBe(200);
      const disposition = reply.headers["content-disposition"] ?? "";
      expect(disposition).toMatch(
        /^attachment; filename=("[\w .;=?_-]+"|[\w.-]+)(; filename\*=UTF-8''[\w.%-]+)?$/,
      );
      expect(api.hits.at(-1)?.url).toBe(`/profiles/${encodeURIComponent(name)}/download`);
    },
  );

  it.each(["a/../b", "..", "a%b", "a?b", "a#b", "a\\b", "a\r\nb", "a\u0000b", "x".repeat(256)])(
    "refuses %j as a name (T07)",
    async (name) => {
      const before = api.hits.length;
      const reply = await admin.get(`/api/profiles/${encodeURIComponent(name)}/download`);
      expect([400, 404, 308]).toContain(reply.status);
      expect(api.hits.length).toBe(before);
    },
  );
});

it("the sign-in page is served without a sign-in and contains no fleet data", async () => {
  const page = await sendRequest(dashboard.url, "/sign-in");
  expect(page.status).toBe(200);
  expect(page.text).not.toContain(api.url.replace("http://", ""));
});
