// The export of what is stored of a session, by the built dashboard.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import type { LogTopic } from "../../lib/bff/live.ts";
import { isoTime } from "../../lib/clock.ts";
import { StoredLog } from "../../lib/server/stored-logs/stored-log.ts";
import { createStoredLogs, saveStoredLogs } from "../../lib/server/stored-logs/stored-log-writes.ts";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";
import { readZipTexts } from "../support/read-zip.ts";

const { dashboard } = await faultyDashboardForTests({
  token: "export-tests-token-1",
  variables: { RECORDER: "off", TEST_SPEEDUP: "1" },
});
const admin = await dashboard.admin();
const originMs = Date.UTC(2026, 10, 23);

/** Stores lines that cannot be compressed well; returns them as the archive has them. */
async function store(topic: LogTopic, count: number): Promise<string[]> {
  const db = await dashboard.store();
  const [row] = await createStoredLogs(db, [topic], originMs);
  if (row === undefined) throw new Error("no row");
  const log = new StoredLog(row, 0);
  const lines = Array.from({ length: count }, (_, number) => ({
    at: isoTime(originMs + number),
    text: `line ${number} ${randomBytes(150).toString("base64")}`,
  }));
  log.append(
    lines.map((line) => ({ json: JSON.stringify(line), kind: "line" as const, at: line.at, missing: 0 })),
    originMs,
  );
  log.end("The session was deleted.", originMs);
  await db.transaction().execute((trx) => saveStoredLogs(trx, "sqlite", [log.unsaved()]));
  return lines.map(({ at, text }) => `${at} ${text}`);
}

const auditOf = async (target: string) =>
  (await admin.get(`/api/audit?action=exportEvidence&target=${target}`)).json;

it("returns every line in a file, after it was audited with the operator's reason", async () => {
  const lines = await store(
    { sessionId: "stored1", log: { source: "supervisor", process: "chromium" } },
    500,
  );
  const reply = await admin.get("/api/browsers/stored1/evidence", { "x-fleetdeck-reason": "ticket%2012" });
  expect(reply.status).toBe(200);
  expect(reply.headers).toMatchObject({
    "content-disposition": "attachment; filename=stored1-evidence.zip",
    "content-type": "application/octet-stream",
    "cache-control": expect.stringContaining("no-store"),
  });
  const files = await readZipTexts(reply.bytes);
  expect([...files.keys()]).toEqual(["logs/chromium.log", "session.json"]);
  expect(files.get("logs/chromium.log")?.split("\n")).toEqual([...lines, ""]);
  const common = { actor: "admin", target: "stored1", reason: "ticket 12" };
  expect(await auditOf("stored1")).toMatchObject([
    { ...common, phase: "answered", status: 200 },
    { ...common, phase: "intended" },
  ]);
});

it("refuses a session of which nothing is stored", async () => {
  const reply = await admin.get("/api/browsers/unknown1/evidence");
  expect([reply.status, reply.json]).toMatchObject([404, { code: "not_found" }]);
  expect(await auditOf("unknown1")).toMatchObject([
    { phase: "answered", status: 404, code: "not_found" },
    { phase: "intended" },
  ]);
});

it("survives a client that leaves in the middle", async () => {
  const lines = await store({ sessionId: "large1", log: { source: "path", path: "/tmp/a.log" } }, 60_000);
  const address = `${dashboard.url}/api/browsers/large1/evidence`;
  for (let left = 0; left < 5; left += 1) {
    const request = get(address, { headers: { cookie: admin.cookieHeader() } });
    const [response]: IncomingMessage[] = await once(request, "response");
    await once(response ?? request, "data");
    request.destroy();
  }
  const files = await readZipTexts((await admin.get("/api/browsers/large1/evidence")).bytes);
  expect(files.get("logs/tmp_a.log") === [...lines, ""].join("\n")).toBe(true);
  expect(dashboard.output()).not.toMatch(/uncaught|unhandled/i);
});
