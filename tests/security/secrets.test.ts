import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  adminPassword,
  ask,
  type Reply,
  type RunningDashboard,
  startDashboard,
  type Visitor,
} from "../support/dashboard.ts";
import { type FaultyApi, sampleJwt, startFaultyApi } from "../support/faulty-api.ts";

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
function expectClean(
  reply: Reply,
  where: string,
  secrets: readonly string[] = [...canaries, ...fieldCanaries],
) {
  const everything = `${JSON.stringify(reply.headers)}\n${reply.text}`;
  for (const secret of secrets) expect(everything.includes(secret), `${where} shows ${secret}`).toBe(false);
}

const reads = [
  "/api/session",
  "/api/connection",
  "/api/invocations",
  "/api/invocations/inv1",
  "/api/invocations/inv1/browsers",
  "/api/browsers",
  "/api/browsers/session1",
  "/api/browser_pools",
  "/api/browser_pools/pool1",
  "/api/proxies",
  "/api/proxies/proxy1",
  "/api/profiles",
  "/api/profiles/profile1",
  "/api/apps",
  "/api/audit",
  "/sign-in",
  "/",
  "/nothing-here",
];

let api: FaultyApi;
let dashboard: RunningDashboard;
let admin: Visitor;

beforeAll(async () => {
  api = await startFaultyApi({ token });
  dashboard = await startDashboard({
    apiBaseUrl: api.url,
    token,
    variables: { NEXTAUTH_SECRET: sessionSecret, RECORDER: "off" },
  });
  admin = await dashboard.admin();
});
afterEach(() => api.heal());
afterAll(async () => {
  await dashboard.stop();
  await api.close();
});

describe("the token", () => {
  it("is in no answer, no page, no script and no line of the log (T01, T02)", async () => {
    for (const path of reads) {
      expectClean(await admin.get(path), path);
      expectClean(await admin.get(path, { rsc: "1" }), `${path} as a component payload`);
    }
    for (const [method, path, body] of [
      ["POST", "/api/browsers", {}],
      ["POST", "/api/browser_pools/pool1/acquire", {}],
      ["POST", "/api/proxies/proxy1/check", undefined],
    ] as const) {
      expectClean(await admin.send(method, path, body), path);
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
        expectClean(reply, path);
      }
      expectClean(await admin.send("POST", "/api/proxies/proxy1/check"), "check");
      for (const secret of canaries) expect(dashboard.output().includes(secret)).toBe(false);
    },
  );

  it("is not shown when a good answer holds it (T03)", async () => {
    api.fail("/proxies", { kind: "body", text: JSON.stringify([{ id: "p", name: `got ${token}` }]) });
    const reply = await admin.get("/api/proxies?name=echo");
    expect(reply.status).toBe(200);
    expectClean(reply, "a list");
    expect(reply.json).toMatchObject([{ id: "p", name: "got [redacted]" }]);
  });

  it("goes to no address but the API's own: redirects are not followed (T05)", async () => {
    let visits = 0;
    const elsewhere = createServer((_request, response) => {
      visits += 1;
      response.end("[]");
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const address = elsewhere.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    api.fail("*", { kind: "redirect", to: `http://127.0.0.1:${port}/proxies` });
    for (const path of ["/api/browser_pools/moved", "/api/profiles/profile1/download"]) {
      const reply = await admin.get(path);
      expect(reply.status).toBe(502);
      expect(reply.json).toMatchObject({ code: "upstream_redirected" });
      expect(reply.headers.location).toBeUndefined();
    }
    expect(visits).toBe(0);
    await new Promise((resolve) => elsewhere.close(resolve));
  });
});

describe("headers", () => {
  it("of the browser do not reach the upstream (T09)", async () => {
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

  it("of the upstream do not reach the browser (T10)", async () => {
    const reply = await admin.get("/api/invocations");
    for (const name of [
      "set-cookie",
      "access-control-allow-origin",
      "clear-site-data",
      "server",
      "location",
    ]) {
      expect(reply.headers[name], name).toBeUndefined();
    }
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
    expect(reply.headers["x-frame-options"]).toBe("DENY");
  });
});

describe("the live view", () => {
  it("gives its address only by POST and leaves it nowhere else (T28)", async () => {
    expect((await admin.get("/api/browsers/session1/live-view")).status).toBe(405);
    const reply = await admin.send("POST", "/api/browsers/session1/live-view");
    expect(reply.json).toEqual({ url: `${api.url}/browser/remote?jwt=${sampleJwt}` });
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.headers["referrer-policy"]).toBe("no-referrer");
    const audit = await admin.get("/api/audit?action=openLiveView");
    expect(audit.json).toMatchObject([{ phase: "answered", target: "session1" }, { phase: "intended" }]);
    expectClean(audit, "the audit");
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

describe("a recording's video", () => {
  const path = "/api/browsers/session1/replays/replay1";
  const rows = () => admin.get("/api/audit?action=downloadReplay&target=session1/replay1&limit=9");

  it("comes in the parts that are asked for, is never stored, and its opening is audited once", async () => {
    const { videoBytes } = await import("../support/faulty-api.ts");
    const part = await admin.get(path, { range: "bytes=10-19" });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(videoBytes.subarray(10, 20))).toBe(true);
    expect(part.headers).toMatchObject({
      "content-type": "video/mp4",
      "content-range": "bytes 10-19/5000",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "x-recording-started-at": "2026-02-03T04:05:06Z",
      "content-disposition": "inline; filename=replay-session1-replay1.mp4",
    });
    expect(part.headers["cache-control"]).toContain("no-store");
    const whole = await admin.get(path);
    expect(whole.status).toBe(200);
    expect(whole.bytes.equals(videoBytes)).toBe(true);
    expect((await rows()).json).toMatchObject([{ phase: "answered", status: 206 }, { phase: "intended" }]);
  });

  it("is told to be unfinished while it is recorded", async () => {
    const running = "/api/browsers/session1/replays/running";
    const reply = await admin.get(running);
    expect(reply.status).toBe(202);
    expect(reply.text).toBe("");
    expect(reply.headers["retry-after"]).toBe("5");
    for (let asked = 0; asked < 3; asked += 1) expect((await admin.get(running)).status).toBe(202);
    const audit = await admin.get("/api/audit?action=downloadReplay&target=session1/running");
    expect(audit.json, "waiting is audited once").toMatchObject([
      { phase: "answered", status: 202 },
      { phase: "intended" },
    ]);
  });

  it("is never given what is no video as one", async () => {
    api.fail("/browsers/session1/replays/replay1", { kind: "html" });
    const reply = await admin.get(path);
    api.heal();
    expect(reply.headers["content-type"]).toBe("application/octet-stream");
    expect(reply.headers["content-security-policy"]).toContain("sandbox");
  });
});

describe("a file's download", () => {
  it("has a name that a header takes, also where the name is cut within a character (T31)", async () => {
    const path = `/tmp/a${"\u{20bb7}".repeat(60)}`;
    const reply = await admin.get(`/api/browsers/session1/fs/read_file?path=${encodeURIComponent(path)}`);
    expect(reply.status).toBe(200);
    expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename=/);
  });
});

describe("a profile's download", () => {
  it("passes its bytes untouched, as a file, after the audit knows of it (T30)", async () => {
    const { profileBytes } = await import("../support/faulty-api.ts");
    const reply = await admin.get("/api/profiles/profile1/download");
    expect(reply.bytes.equals(profileBytes)).toBe(true);
    expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename=/);
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
    expect(reply.headers["cache-control"]).toContain("no-store");
    const audit = await admin.get("/api/audit?action=downloadProfile&target=profile1&limit=2");
    expect(audit.json).toMatchObject([{ phase: "answered", status: 200 }, { phase: "intended" }]);
  });

  it("breaks off visibly when the upstream does (T53)", async () => {
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
        /^attachment; filename=("[\w .?_-]+"|[\w.-]+)(; filename\*=UTF-8''[\w.%-]+)?$/,
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

it("the dashboard answers the sign-in page without a session and shows nothing of the fleet on it", async () => {
  const page = await ask(dashboard.url, "/sign-in");
  expect(page.status).toBe(200);
  expect(page.text).not.toContain(api.url.replace("http://", ""));
});
