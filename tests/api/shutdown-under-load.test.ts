// SIGTERM while 200 live streams are open, a file arrives and an act waits for the API: every stream gets a notice, what was begun
// is finished and recorded, and the process ends by itself.

import { mkdtempSync, rmSync } from "node:fs";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { apiTokenMade } from "../../lib/bff/api-tokens.ts";
import { checkpointPath, readCheckpoints } from "../../lib/server/audit/audit-checkpoints.ts";
import { verifyAudit } from "../../lib/server/audit/verify-audit.ts";
import { openStore } from "../../lib/server/db/database.ts";
import { streamLimits } from "../../lib/server/streams/stream-limits.ts";
import { sendRequest, startDashboard, type Visitor } from "../support/dashboard/dashboard.ts";
import { LiveStreamClient } from "../support/dashboard/live-stream-client.ts";
import { startFaultyApi } from "../support/fakes/faulty-api.ts";
import { waitFor, waitUntil } from "../support/wait-until.ts";

const token = "shutdown-under-load-token";
const streams = 200;
const halfBytes = 256 * 1024;

/** Live streams of as many API tokens as they need, each open and read. */
async function openStreams(base: string, admin: Visitor): Promise<LiveStreamClient[]> {
  const owners = Math.ceil(streams / streamLimits.perOperator);
  const open: LiveStreamClient[] = [];
  for (let owner = 0; owner < owners; owner += 1) {
    const made = await admin.send("POST", "/api/tokens", {
      name: `reader-${owner}`,
      role: "viewer",
      expires_in_days: 1,
    });
    const { token: own } = apiTokenMade.parse(made.json);
    const wanted = Math.min(streamLimits.perOperator, streams - open.length);
    for (let at = 0; at < wanted; at += 1)
      open.push((await LiveStreamClient.open(base, { topics: ["fleet"], token: own })).read());
  }
  return open;
}

interface SlowUpload {
  request: ClientRequest;
  answer: Promise<number | undefined>;
}

/** Begins to write a file of half a MiB into a session and sends the first half. */
function beginUpload(base: string, admin: Visitor): SlowUpload {
  const url = `${base}/api/browsers/session1/fs/write_file?path=%2Ftmp%2Fa`;
  const headers = {
    cookie: admin.cookieHeader(),
    origin: base,
    "content-type": "application/octet-stream",
    "content-length": 2 * halfBytes,
    connection: "close",
  };
  const request = httpRequest(url, { method: "PUT", headers, agent: false });
  const answer = new Promise<number | undefined>((resolve, reject) => {
    request.on("response", (response: IncomingMessage) => resolve(response.resume().statusCode));
    request.on("error", reject);
  });
  request.write(Buffer.alloc(halfBytes, "a"));
  return { request, answer };
}

it("ends 200 streams with a farewell, finishes an upload and an act, and leaves no half record (T59)", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-shutdown-"));
  const api = await startFaultyApi({ token });
  onTestFinished(async () => {
    await api.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const dashboard = await startDashboard({ apiBaseUrl: api.url, token, dataDir });
  const admin = await dashboard.admin();
  const open = await openStreams(dashboard.url, admin);
  expect(open.map(({ status }) => status)).toEqual(Array(streams).fill(200));
  await waitUntil("each stream has begun", () => open.every(({ frames }) => frames.length > 0));

  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  api.fail("/proxies/proxy1/check", { kind: "hold", until: held });
  const act = admin.send("POST", "/api/proxies/proxy1/check");
  const upload = beginUpload(dashboard.url, admin);
  await waitUntil("the API has the act", () => api.hitsOn("/proxies/proxy1/check").length > 0);
  const audited = async () => (await admin.get("/api/audit?action=writeFile&phase=intended")).json;
  await waitFor("the upload is under way", audited, (rows) => Array.isArray(rows) && rows.length === 1);

  const stopped = dashboard.stop();
  const readyz = () => sendRequest(dashboard.url, "/api/readyz");
  const draining = await waitFor("it is not ready", readyz, ({ status }) => status === 503);
  expect(draining.json).toMatchObject({ status: "draining" });
  await waitUntil("all streams have ended", () => open.every(({ ended }) => ended));
  expect(open.filter(({ byeReason }) => byeReason === undefined)).toEqual([]);
  const refused = await admin.send("POST", "/api/proxies/proxy2/check");
  expect([refused.status, refused.json]).toMatchObject([503, { code: "draining" }]);
  expect((await admin.get("/api/session")).status).toBe(200);
  expect(api.hitsOn("/proxies/proxy2/check")).toEqual([]);
  upload.request.end(Buffer.alloc(halfBytes, "b"));
  release();
  expect((await act).status).toBe(200);
  expect(await upload.answer).toBe(201);
  expect(await stopped).toBe(0);

  const db = await openStore({ dataDir });
  const rows = await db
    .selectFrom("audit")
    .select(["action", "phase", "status"])
    .where("action", "in", ["checkProxy", "writeFile"])
    .orderBy("action")
    .orderBy("seq")
    .execute();
  expect(rows).toEqual([
    { action: "checkProxy", phase: "intended", status: null },
    { action: "checkProxy", phase: "answered", status: 200 },
    { action: "writeFile", phase: "intended", status: null },
    { action: "writeFile", phase: "answered", status: 201 },
  ]);
  const { checkpoints } = await readCheckpoints(checkpointPath(dataDir));
  expect((await verifyAudit(db, checkpoints)).fault).toBeUndefined();
  await db.destroy();
});
