// A disk that is really full: what cannot be recorded is not done, all else goes on, and it works again once there is room.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { auditKey } from "../support/audit-key.ts";
import { sendRequest, startDashboard } from "../support/dashboard/dashboard.ts";
import { startFaultyApi } from "../support/fakes/faulty-api.ts";
import { createSmallDisk, smallDiskRefusal } from "../support/programs/small-disk.ts";
import { waitFor } from "../support/wait-until.ts";

const refusal = smallDiskRefusal();
const token = "full-disk-tests-token";
const auditPage = z.array(z.object({ phase: z.string(), target: z.string() }));

describe.skipIf(refusal !== undefined)(`on a full disk ${refusal ?? ""}`, async () => {
  if (refusal !== undefined) return;
  const api = await startFaultyApi({ token });
  const disk = createSmallDisk(24);
  const dashboard = await startDashboard({
    apiBaseUrl: api.url,
    token,
    dataDir: disk.folder,
    startedBy: disk.startedBy,
  });
  const pid = dashboard.child.pid ?? 0;
  const admin = await dashboard.admin();
  afterAll(async () => {
    disk.free(pid);
    await dashboard.stop();
    await api.close();
    disk.remove();
  });
  const check = (id: string) => admin.send("POST", `/api/proxies/${id}/check`);
  const hits = (id: string) => api.hitsOn(`/proxies/${id}/check`).length;
  /** What `npm run audit -- verify` prints. */
  const verifyBeside = async () => {
    const command = fileURLToPath(new URL("../../server/audit.ts", import.meta.url));
    const [program = "", ...words] = [...disk.beside(pid), process.execPath, command, "verify"];
    const env = { ...process.env, DATA_DIR: disk.folder, AUDIT_KEY: auditKey };
    return (await promisify(execFile)(program, words, { env })).stdout;
  };
  const readiness = () => sendRequest(dashboard.url, "/api/readyz");

  it("nothing is done that cannot be recorded, reads go on, and it says what to do (T41)", async () => {
    disk.fill(pid);
    const statuses: number[] = [];
    const refused = await waitFor(
      "an act is refused",
      async () => {
        const reply = await check(`full${statuses.length}`);
        statuses.push(reply.status);
        return reply;
      },
      ({ status }) => status !== 200,
    );
    expect(refused.status).toBe(503);
    expect(refused.json).toMatchObject({
      code: "audit_unavailable",
      message: expect.stringMatching(/^Nothing was done: .*disk .*full.*Free space/),
    });
    expect(statuses.map((_, at) => hits(`full${at}`))).toEqual(
      statuses.map((status) => (status === 200 ? 1 : 0)),
    );
    for (const path of ["/api/proxies", "/api/audit", "/api/session", "/"])
      expect((await admin.get(path)).status, path).toBe(200);
    const ready = await waitFor("readiness says so", readiness, ({ status }) => status === 503);
    expect(ready.json).toMatchObject({ status: "store_full" });
    expect((await sendRequest(dashboard.url, "/api/livez")).status).toBe(200);
    const { text: metrics } = await admin.get("/api/metrics");
    expect(metrics).toMatch(/^fleetdeck_store_up 1$/m);
    expect(metrics).toMatch(/^fleetdeck_store_writable 0$/m);
    const bytes = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(metrics)?.[1]);
    expect(bytes("fleetdeck_disk_free_bytes")).toBeLessThan(0.1 * bytes("fleetdeck_disk_size_bytes"));
  });

  it("the dashboard works again once there is room, without a restart, and each act has its row (T41, T42)", async () => {
    disk.free(pid);
    await waitFor("it is ready", readiness, ({ status }) => status === 200);
    expect((await admin.get("/api/metrics")).text).toMatch(/^fleetdeck_store_writable 1$/m);
    expect((await check("after")).status).toBe(200);
    const { json } = await admin.get("/api/audit?action=checkProxy&limit=100");
    const rows = auditPage.parse(json).toReversed();
    const reached = api.hits.flatMap(({ url }) => /^\/proxies\/(\w+)\/check$/.exec(url)?.[1] ?? []);
    expect(reached.length).toBeGreaterThan(0);
    for (const phase of ["intended", "answered"])
      expect(
        rows.filter((row) => row.phase === phase).map(({ target }) => target),
        phase,
      ).toEqual(reached);
    expect(await verifyBeside()).toContain("as they were");
  });
});
