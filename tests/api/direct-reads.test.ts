// Reads and streams that the server answers without the framework have the same answers as those that the framework
// routes.
import { globSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { liveQuery } from "../../lib/bff/live.ts";
import { type Reply, sendRequest } from "../support/dashboard/dashboard.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";

const { api, dashboard } = await faultyDashboardForTests({
  token: "direct-reads-token-1",
  // What was read stays fresh for the second request.
  variables: { RECORDER: "off", TEST_SPEEDUP: "1" },
});
const admin = await dashboard.admin();

/** The server states the length of what it answers itself; the framework sends it in chunks. */
const isDirect = ({ headers }: Reply) => headers["content-length"] !== undefined;

/** What must be the same: not what differs between two requests, how a body is delimited, nor the headers of requests for
 *  pages, by which the framework says that its answers vary. */
function essenceOf({ status, headers, text }: Reply) {
  const {
    date: _,
    "content-length": __,
    "transfer-encoding": ___,
    "x-request-id": id = "-",
    vary,
    ...others
  } = headers;
  return {
    status,
    headers: others,
    isByEncoding: vary?.includes("Accept-Encoding"),
    text: text.replaceAll(String(id), "(id)"),
  };
}

it.each([
  ["a resource", "/api/proxies/proxy-1", "/api/proxies/proxy%2D1", 200],
  ["a list within one", "/api/browsers/session-1/replays", "/api/browsers/session%2D1/replays", 200],
  ["a refused query", "/api/profiles/profile-1?x=1", "/api/profiles/profile%2D1?x=1", 400],
])("%s has the same answer whoever routes it", async (_, plain, encoded, status) => {
  // The framework answers until it has loaded the file of the route.
  const routed = await admin.get(encoded);
  const direct = await admin.get(plain);
  expect(routed.status).toBe(status);
  expect([isDirect(routed), isDirect(direct)]).toEqual([false, true]);
  if (status === 200) {
    // Both are answers of the API, read at times of their own.
    expect(direct.headers["x-fleetdeck-observed-at"]).toBeDefined();
    for (const { headers } of [routed, direct]) delete headers["x-fleetdeck-observed-at"];
  }
  expect(essenceOf(direct)).toEqual(essenceOf(routed));
});

/** The paths of the routes with such an export, with an id for each parameter. `openapi.json` has a dot. */
const pathsWith = (exported: RegExp) =>
  globSync("app/api/**/route.ts")
    .filter((file) => exported.test(readFileSync(file, "utf8")))
    .map((file) => `/${file.slice("app/".length, -"/route.ts".length)}`.replaceAll(/\[\w+\]/g, "x1"))
    .filter((path) => !path.includes("."));

/** Without a sign-in: what has a fragment is the framework's, which ignores it. */
const answersOf = async (path: string) =>
  [await sendRequest(dashboard.url, `${path}#`), await sendRequest(dashboard.url, path)] as const;

it("every route is called for its own path, and refuses the same in the same way", async () => {
  const plainPaths = pathsWith(/^export const GET = (define|public)Route\(/m);
  expect(plainPaths.length).toBeGreaterThan(60);
  for (const path of plainPaths) {
    const refused = await admin.get(`${path}?no_such_parameter=1#`);
    const direct = await admin.get(`${path}?no_such_parameter=1`);
    expect([path, isDirect(refused), isDirect(direct)]).toEqual([path, false, true]);
    expect(essenceOf(direct)).toEqual(essenceOf(refused));
    const [routed, own] = await answersOf(path);
    expect(own.status).toBe(/^\/api\/(livez|readyz)$/.test(path) ? 200 : 401);
    expect(essenceOf(own)).toEqual(essenceOf(routed));
  }
});

it("every event stream refuses the same in the same way", async () => {
  const paths = pathsWith(/^export const \{ GET, HEAD \} = streamRoute\(/m);
  expect(paths).toContain("/api/live");
  for (const path of paths) {
    const [routed, own] = await answersOf(path);
    expect([path, own.status, isDirect(routed), isDirect(own)]).toEqual([path, 401, false, true]);
    expect(essenceOf(own)).toEqual(essenceOf(routed));
  }
});

it("an event stream has the same head whoever routes it", async () => {
  const headOf = (path: string) =>
    new Promise<{ others: object; isDirect: boolean }>((resolve, reject) => {
      const headers = { cookie: admin.cookieHeader(), connection: "close" };
      const url = new URL(dashboard.url);
      request({ host: url.hostname, port: url.port, path, headers, agent: false })
        .on("response", (response) => {
          response.destroy();
          const { date: _, "x-request-id": __, vary, ...others } = response.headers;
          // Only the framework says that its answers vary.
          resolve({ others: { ...others, status: response.statusCode }, isDirect: vary === undefined });
        })
        .on("error", reject)
        .end();
    });
  const query = liveQuery([{ topic: "fleet" }]);
  const routed = await headOf(`/api/live?${query}#`);
  const direct = await headOf(`/api/live?${query}`);
  expect(direct.others).toMatchObject({
    status: 200,
    "content-type": "text/event-stream; charset=utf-8",
    "transfer-encoding": "chunked",
  });
  expect([routed.isDirect, direct]).toEqual([false, { ...routed, isDirect: true }]);
});

it("a compressed one has the same answer, too", async () => {
  const path = "/api/proxies";
  const long = JSON.stringify(
    Array.from({ length: 40 }, (_, at) => ({ id: `proxy-${at}`, type: "datacenter", name: "n".repeat(40) })),
  );
  api.fail("/proxies", { kind: "body", text: long });
  await admin.get(path);
  const headers = { "accept-encoding": "gzip, deflate, br" };
  const [whole, compressed] = [await admin.get(path), await admin.get(path, headers)];
  expect([isDirect(whole), isDirect(compressed)]).toEqual([true, true]);
  expect(compressed.headers).toMatchObject({ "content-encoding": "gzip", vary: whole.headers.vary });
  expect(gunzipSync(compressed.bytes).equals(whole.bytes)).toBe(true);
  expect(whole.json).toHaveLength(40);
});

it("HEAD, OPTIONS and a method that a path does not have are the framework's", async () => {
  const path = "/api/proxies/proxy-1";
  await admin.get(path);
  expect(isDirect(await admin.get(path))).toBe(true);
  const { headers } = await admin.get(path);
  const head = await admin.send("HEAD", path);
  expect([head.status, head.text, head.headers["content-type"]]).toEqual([200, "", headers["content-type"]]);
  expect((await admin.send("OPTIONS", path)).status).toBe(204);
  expect((await admin.send("PUT", path)).status).toBe(405);
});

it("an ended sign-in ends direct reads at once", async () => {
  const viewer = await dashboard.signedIn("viewer");
  await viewer.get("/api/proxies/proxy-1");
  expect(isDirect(await viewer.get("/api/proxies/proxy-1"))).toBe(true);
  const before = viewer.clone();
  expect((await viewer.send("DELETE", "/api/session")).status).toBe(204);
  expect((await before.get("/api/proxies/proxy-1")).status).toBe(401);
});
