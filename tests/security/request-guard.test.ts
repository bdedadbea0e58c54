import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { sendRequest } from "../support/dashboard/dashboard.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";
import { expectOwnNonces, expectTemplatePaths } from "../support/repeated-requests.ts";
import { waitUntil } from "../support/wait-until.ts";

const faulty = await faultyDashboardForTests({
  token: "front-tests-token-1",
  variables: { RECORDER: "off" },
});
const { api, dashboard } = faulty;
const admin = await dashboard.admin();

/** Bytes on the wire exactly as given; resolves to what came back. */
function raw(text: string): Promise<string> {
  const { port } = new URL(dashboard.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
    let back = "";
    socket.on("data", (part) => {
      back += part.toString("latin1");
    });
    socket.on("close", () => resolve(back));
    socket.on("error", (error) => (back === "" ? reject(error) : resolve(back)));
    socket.setTimeout(30_000, () => socket.destroy());
  });
}
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
const host = () => new URL(dashboard.url).host;

describe("request guard", () => {
  it.each(["evil.example", "127.0.0.1:1", "localhost", "a b:99999", "[::1", ""])(
    "does not serve as host %j (T22)",
    async (name) => {
      const answer = await raw(`GET /sign-in HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
      expect([400, 421]).toContain(statusOf(answer));
      expect(answer).not.toMatch(/^location:/im);
    },
  );

  it("ignores a forwarded host (T22)", async () => {
    const reply = await sendRequest(dashboard.url, "/", {
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    });
    expect(`${JSON.stringify(reply.headers)}${reply.text}`).not.toContain("evil.example");
  });

  it.each([
    "TRACE / HTTP/1.1",
    "OPTIONS * HTTP/1.1",
    "CONNECT a:1 HTTP/1.1",
    "GET //evil.example/ HTTP/1.1",
    "GET http://evil.example/ HTTP/1.1",
    "GET /api/browsers/%ff HTTP/1.1",
    "GET /api/browsers/%00 HTTP/1.1",
    "GET /%e0%a4%a HTTP/1.1",
    "GET /a\\b HTTP/1.1",
    "PROPFIND / HTTP/1.1",
  ])("answers %s with 4xx or closes", async (line) => {
    const answer = await raw(`${line}\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`);
    const status = statusOf(answer);
    expect(status === 0 || (status >= 400 && status < 500), answer.slice(0, 200)).toBe(true);
    expect(answer).not.toMatch(/^location:/im);
  });

  it("drops upgrades", async () => {
    const answer = await raw(
      `GET / HTTP/1.1\r\nHost: ${host()}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
    expect(answer).toBe("");
  });

  it.each(["h2c", "TLS/1.2", "h2c, HTTP/2.0"])(
    "answers a request that offers %s, as some clients do with each",
    async (protocols) => {
      const answer = await raw(
        `GET /api/livez HTTP/1.1\r\nHost: ${host()}\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: ${protocols}\r\nHTTP2-Settings: AAEAAEAA\r\n\r\n`,
      );
      expect(statusOf(answer)).toBe(200);
      const act = await raw(
        `POST /api/mcp HTTP/1.1\r\nHost: ${host()}\r\nConnection: Upgrade, close\r\nUpgrade: ${protocols}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]`,
      );
      expect(statusOf(act)).toBe(401);
    },
  );

  it("routes check the sign-in themselves, whatever internal headers of the framework come (T11)", async () => {
    for (const name of [
      "x-middleware-subrequest",
      "x-middleware-override-headers",
      "x-nextjs-data",
      "next-resume",
      "x-matched-path",
      "x-invoke-path",
    ]) {
      const reply = await sendRequest(dashboard.url, "/api/invocations", {
        headers: { [name]: "middleware:middleware:middleware:middleware:middleware" },
      });
      expect(reply.status, name).toBe(401);
    }
  });

  it("has no image optimizer and decodes no server action", async () => {
    expect((await admin.get("/_next/image?url=/api/session&w=64&q=75")).status).toBe(404);
    const action = await admin.send("POST", "/sign-in", [], { "next-action": "a".repeat(40) });
    expect(action.status).toBeLessThan(500);
    expect(action.headers["x-action-redirect"]).toBeUndefined();
    for (const path of ["/", "/sign-in", "/api/nothing", "/api/extensions"]) {
      const form = await sendRequest(dashboard.url, path, {
        method: "POST",
        headers: { "content-type": "multipart/form-data; boundary=b", "content-length": "7" },
        body: "--b--\r\n",
      });
      expect(form.status, path).toBe(415);
    }
    expect(dashboard.output()).not.toContain("Server Action");
  });
});

describe("pages", () => {
  // As many as the catalogue of threats names are sent by `tests/nightly`, as of the ids below.
  it.each(["/sign-in", "/nothing-here"])(
    "%s carries a nonce of its own on every script, another one in each of 100 loads (T25)",
    (path) => expectOwnNonces(faulty, path, 100),
  );

  it("names where violations are reported, and writes one line of them (T25)", async () => {
    const page = await sendRequest(dashboard.url, "/sign-in");
    expect(page.headers["reporting-endpoints"]).toBe('csp="/csp-reports"');
    expect(page.headers["content-security-policy"]).toContain("report-uri /csp-reports; report-to csp");
    const body = JSON.stringify({
      "csp-report": { "effective-directive": "img-src", "blocked-uri": "https://evil.example/hunter2" },
    });
    for (let time = 0; time < 3; time += 1) {
      const headers = { "content-type": "application/csp-report" };
      const reply = await sendRequest(dashboard.url, "/csp-reports", { method: "POST", headers, body });
      expect(reply.status).toBe(204);
    }
    const lines = () => dashboard.output().match(/.*evil\.example.*/g) ?? [];
    await waitUntil("it is in the log", () => lines().length > 0);
    expect(lines()).toHaveLength(1);
    expect(dashboard.output()).not.toContain("hunter2");
  });

  it("takes no nonce from the request (T26)", async () => {
    const nonce = "A".repeat(22);
    const page = await sendRequest(dashboard.url, "/sign-in", {
      headers: { "content-security-policy": `script-src 'nonce-${nonce}'`, "x-nonce": nonce },
    });
    expect(`${JSON.stringify(page.headers)}${page.text}`).not.toContain(nonce);
  });

  it("cannot be framed, and neither can the API (T27)", async () => {
    for (const path of ["/sign-in", "/nothing-here", "/api/session"]) {
      const reply = await admin.get(path);
      expect(reply.headers["x-frame-options"], path).toBe("DENY");
      expect(reply.headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
    }
  });
});

describe("acts", () => {
  const origins: [string, Record<string, string>][] = [
    ["no Origin", { origin: "" }],
    ["a null Origin", { origin: "null" }],
    ["another site", { origin: "https://evil.example" }],
    ["a sibling port", { origin: "http://127.0.0.1:1" }],
    ["our host under another scheme", { origin: "https://127.0.0.1" }],
    ["a cross-site fetch", { "sec-fetch-site": "cross-site" }],
    ["a same-site fetch", { "sec-fetch-site": "same-site" }],
  ];

  it.each(origins)("from %s do not happen (T14)", async (_name, headers) => {
    const before = api.hits.length;
    for (const [method, path] of [
      ["POST", "/api/proxies/proxy1/check"],
      ["DELETE", "/api/browsers/session1"],
      ["DELETE", "/api/session"],
    ] as const) {
      const reply = await admin.send(method, path, undefined, headers);
      expect(reply.status, path).toBe(403);
      expect(reply.json).toMatchObject({ code: "wrong_origin" });
    }
    expect(api.hits.length).toBe(before);
  });

  it("accept JSON only, and GET has no effect (T14)", async () => {
    const before = api.hits.filter((hit) => hit.method !== "GET").length;
    const form = await sendRequest(dashboard.url, "/api/invocations", {
      method: "POST",
      headers: {
        cookie: admin.cookieHeader(),
        origin: dashboard.url,
        "content-type": "application/x-www-form-urlencoded",
        "content-length": "10",
      },
      body: "app_name=a",
    });
    expect(form.status).toBe(415);
    expect((await admin.get("/api/proxies/proxy1/check")).status).toBe(405);
    expect(api.hits.filter((hit) => hit.method !== "GET").length).toBe(before);
  });

  it.each([
    ["an unknown key", '{"app_name":"a","version":"1","action_name":"b","role":"admin"}'],
    ["__proto__", '{"app_name":"a","version":"1","action_name":"b","__proto__":{"x":1}}'],
    ["constructor", '{"app_name":"a","version":"1","action_name":"b","constructor":{"prototype":{"x":1}}}'],
    ["no JSON", "{"],
    ["deep nesting", "[".repeat(100_000)],
    ["another shape", "[]"],
  ])("refuse a body with %s (T35, T36)", async (_name, text) => {
    const before = api.hits.length;
    const reply = await sendRequest(dashboard.url, "/api/invocations", {
      method: "POST",
      headers: {
        cookie: admin.cookieHeader(),
        origin: dashboard.url,
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(text)),
      },
      body: text,
    });
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ code: "bad_request" });
    expect(api.hits.length).toBe(before);
  });

  it("refuse a body that is too large or not UTF-8 (T36)", async () => {
    const headers = {
      cookie: admin.cookieHeader(),
      origin: dashboard.url,
      "content-type": "application/json",
    };
    const large = JSON.stringify({ app_name: "x".repeat(300 * 1024) });
    const declared = await sendRequest(dashboard.url, "/api/invocations", {
      method: "POST",
      headers: { ...headers, "content-length": String(large.length) },
      body: large,
    });
    expect(declared.status).toBe(413);
    const chunked = await sendRequest(dashboard.url, "/api/invocations", {
      method: "POST",
      headers: { ...headers, "transfer-encoding": "chunked" },
      body: large,
    });
    expect(chunked.status).toBe(413);
    const garbled = await sendRequest(dashboard.url, "/api/invocations", {
      method: "POST",
      headers: { ...headers, "content-length": "4" },
      body: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
    });
    expect(garbled.status).toBe(400);
  });
});

describe("queries and ids", () => {
  it.each([
    ["limit=1&limit=100", "bad_request"],
    ["limit[]=1", "unknown_parameter"],
    ["limit=0", "bad_request"],
    ["limit=101", "bad_request"],
    ["offset=-1", "bad_request"],
    ["unknown=1", "unknown_parameter"],
    ["status=gone", "bad_request"],
    ["since=yesterday", "bad_request"],
  ])("refuse %s before any request to the upstream (T37)", async (query, code) => {
    const before = api.hits.length;
    const reply = await admin.get(`/api/invocations?${query}`);
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ code, details: [{ code: "invalid_input" }] });
    expect(api.hits.length).toBe(before);
  });

  it("never leave the path template (T06)", () => expectTemplatePaths(faulty, 1_000));
});
