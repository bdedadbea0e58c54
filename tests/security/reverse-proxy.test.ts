// Behind a real nginx: whose address counts for the lockout and in the audit, and what plain http may do.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { networkRule } from "../../lib/server/auth/lockout.ts";
import {
  adminPassword,
  type RunningDashboard,
  sendRequest,
  startDashboard,
  Visitor,
} from "../support/dashboard/dashboard.ts";
import { LiveStreamClient } from "../support/dashboard/live-stream-client.ts";
import { type FaultyApi, startFaultyApi } from "../support/fakes/faulty-api.ts";
import { freePort } from "../support/programs/free-port.ts";
import { hasNginx, startNginx } from "../support/programs/nginx.ts";

const token = "reverse-proxy-tests-token-1";

describe.skipIf(!hasNginx)("behind nginx", () => {
  let api: FaultyApi;
  let dashboard: RunningDashboard;
  let ports: { own: number; nginx: number };
  const stops: (() => Promise<unknown>)[] = [];

  const start = async (publicUrl: (nginxPort: number) => string) => {
    const own = await freePort();
    const nginx = await freePort();
    const variables = {
      PORT: String(own),
      PUBLIC_URL: publicUrl(nginx),
      TRUSTED_PROXIES: "127.0.0.1",
      RECORDER: "off",
    };
    const started = await startDashboard({ apiBaseUrl: api.url, token, variables });
    stops.push(() => started.stop());
    const proxy = await startNginx(nginx, own);
    stops.push(proxy.stop);
    return { started, ports: { own, nginx } };
  };

  beforeAll(async () => {
    api = await startFaultyApi({ token });
    const made = await start((nginx) => `http://127.0.0.1:${nginx}`);
    ({ started: dashboard, ports } = made);
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
    await api?.close();
  });

  /** A visitor whose connections come from another address of this machine. */
  const visitorFrom = (address: string) => {
    const visitor = new Visitor(dashboard.url);
    visitor.localAddress = address;
    return visitor;
  };
  const networks = async () => {
    const rows = await (await dashboard.store()).selectFrom("login_attempts").select("subject").execute();
    return rows.map((row) => row.subject).filter((subject) => subject.startsWith("network:"));
  };

  it("whoever guesses passwords locks their own address, and what they forward themselves does not count (T19, T23)", async () => {
    const attacker = visitorFrom("127.0.0.5");
    const guess = async (at: number) => {
      const spoofed = {
        "x-forwarded-for": `203.0.113.${at}`,
        "x-real-ip": "203.0.113.1",
        forwarded: "for=1.2.3.4",
      };
      expect((await attacker.signIn(`invented ${at}`, "x", spoofed)).status).toBe(401);
    };
    await guess(1);
    // As if all that are allowed but one had followed: each takes as long as a hundred requests.
    await (await dashboard.store())
      .updateTable("login_attempts")
      .set({ failures: networkRule.failures - 1 })
      .where("subject", "=", "network:127.0.0.5")
      .execute();
    await guess(2);
    expect((await attacker.signIn("admin", adminPassword)).json).toMatchObject({ code: "locked" });
    expect(await networks()).toEqual(["network:127.0.0.5"]);
    const owner = visitorFrom("127.0.0.6");
    expect((await owner.signIn("admin", adminPassword)).status).toBe(200);
    const { json } = await owner.get("/api/audit?action=signIn");
    const addresses = new Set(Array.isArray(json) ? json.map((entry) => Reflect.get(entry, "ip")) : []);
    expect([...addresses].sort()).toEqual(["127.0.0.5", "127.0.0.6"]);
  });

  it("whoever reaches the dashboard past nginx cannot forward an address (T23)", async () => {
    const direct = { localAddress: "127.0.0.7", headers: { host: `127.0.0.1:${ports.nginx}` } };
    const csrf = await sendRequest(`http://127.0.0.1:${ports.own}`, "/api/auth/csrf", direct);
    const body = new URLSearchParams({
      username: "somebody",
      password: "x",
      csrfToken: String(Reflect.get(Object(csrf.json), "csrfToken")),
    }).toString();
    await sendRequest(`http://127.0.0.1:${ports.own}`, "/api/auth/callback/credentials", {
      ...direct,
      method: "POST",
      headers: {
        ...direct.headers,
        origin: dashboard.url,
        cookie: (csrf.headers["set-cookie"] ?? []).map((line) => line.split(";", 1)[0]).join("; "),
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(body.length),
        "x-forwarded-for": "203.0.113.99",
      },
      body,
    });
    expect(await networks()).toContain("network:127.0.0.7");
    expect((await networks()).join()).not.toContain("203.0.113");
  });

  it("live streams begin at once", async () => {
    const admin = visitorFrom("127.0.0.6");
    await admin.signIn("admin", adminPassword);
    const stream = await LiveStreamClient.open(dashboard.url, {
      topics: ["fleet"],
      cookie: admin.cookieHeader(),
    });
    stream.read();
    await expect.poll(() => stream.frames.map(({ kind }) => kind)).toContain("hello");
    stream.leave();
  });

  it("plain http is redirected where the public address is https, and never signs in (T23)", async () => {
    const https = await start(() => "https://fleet.example");
    const base = `http://127.0.0.1:${https.ports.nginx}`;
    const headers = { host: "fleet.example", "x-forwarded-proto": "https" };
    const page = await sendRequest(base, "/invocations?since=5m", { headers });
    expect(page.status).toBe(308);
    expect(page.headers.location).toBe("https://fleet.example/invocations?since=5m");
    const form = await sendRequest(base, "/api/auth/callback/credentials", {
      method: "POST",
      headers: { ...headers, origin: "https://fleet.example" },
    });
    expect(form.json).toMatchObject({ code: "https_required" });
    // Health checks come to the dashboard itself, without a proxy.
    const health = await sendRequest(`http://127.0.0.1:${https.ports.own}`, "/api/livez", {
      headers: { host: "fleet.example" },
    });
    expect(health.status).toBe(200);
  });
});
