// The samples of deploy/ with the real nginx and Caddy: what goes wrong behind a proxy is buffering, limits and names.
import { request } from "node:https";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extensionParts, extensionUploadLimits } from "../../lib/bff/extension-upload.ts";
import { liveQuery, logTopic } from "../../lib/bff/live.ts";
import {
  adminPassword,
  type RunningDashboard,
  sendRequest,
  startDashboard,
  Visitor,
} from "../support/dashboard/dashboard.ts";
import { createStreamingApi } from "../support/fakes/streaming-api.ts";
import { freePort, listenOnFreePort } from "../support/programs/free-port.ts";
import { hasProxy, type ProxyName, startTlsProxy } from "../support/programs/tls-proxy.ts";
import { liveViewAddress, liveViewSocketOf, openSocket } from "../support/service/live-view-client.ts";
import { waitUntil } from "../support/wait-until.ts";

const boundary = "----of-the-tests";

/** The largest archives, as many as one upload may have. */
function uploadBody(): Buffer {
  const { maxZipBytes, maxRequestBytes } = extensionUploadLimits;
  const signature = "PK\x03\x04";
  const parts = Array.from({ length: maxRequestBytes / maxZipBytes }, (_, at) => `extension-${at}`).flatMap(
    (name) => [
      `--${boundary}\r\nContent-Disposition: form-data; name="${extensionParts.name}"\r\n\r\n${name}\r\n`,
      `--${boundary}\r\nContent-Disposition: form-data; name="${extensionParts.zip}"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n${signature}`,
      Buffer.alloc(maxZipBytes - signature.length, 7),
      "\r\n",
    ],
  );
  return Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part)));
}

describe.each(["nginx", "caddy"] satisfies ProxyName[])("behind %s with its sample", (name) => {
  // The reason is in the name: without it nobody would notice that nothing was tested.
  describe.skipIf(!hasProxy(name))(hasProxy(name) ? "(installed)" : "(skipped: not installed)", () => {
    const api = createStreamingApi();
    let dashboard: RunningDashboard;
    let admin: Visitor;
    let url = "";
    const stops: (() => Promise<unknown>)[] = [];

    beforeAll(async () => {
      const { url: apiBaseUrl, close } = await listenOnFreePort(api.server);
      const [port, dashboardPort] = [await freePort(), await freePort()];
      url = `https://localhost:${port}`;
      const proxy = await startTlsProxy(name, { port, dashboardPort });
      const variables = { PUBLIC_URL: url, PORT: String(dashboardPort), RECORDER: "off" };
      dashboard = await startDashboard({ apiBaseUrl, token: "proxy-tests-token-1", variables });
      stops.push(() => dashboard.stop(), proxy.stop, close);
      admin = await dashboard.admin();
    });
    afterAll(async () => {
      for (const stop of stops) await stop();
    });

    test("an operator signs in, with cookies of this host only (T18)", async () => {
      expect((await admin.get("/api/session")).json).toMatchObject({ operator: { username: "admin" } });
      const reply = await new Visitor(url).signIn("admin", adminPassword);
      const cookies = reply.headers["set-cookie"]?.filter((line) => line.includes("fleetdeck.session")) ?? [];
      expect(cookies.length).toBeGreaterThan(0);
      for (const cookie of cookies) expect(cookie).toMatch(/^__Host-.*; Secure/i);
      expect(reply.headers["strict-transport-security"]).toBe("max-age=31536000");
    });

    test("another host is refused (T22)", async () => {
      const reply = await sendRequest(url, "/sign-in", { headers: { host: "evil.example" } });
      // Caddy answers a host that it does not serve with an empty 200.
      if (reply.status === 200) expect(reply.text).toBe("");
      else expect(reply.status).toBe(421);
    });

    test("each line of a live stream arrives when it is written (T44)", async () => {
      const topic = logTopic({ sessionId: "session1", log: { source: "path", path: "/a.log" } });
      let received = "";
      const stream = request(`${url}/api/live?${liveQuery([{ topic }])}`, {
        rejectUnauthorized: false,
        headers: { cookie: admin.cookieHeader(), "accept-encoding": "gzip" },
      });
      stream.on("response", (response) => {
        expect(response.headers["content-encoding"]).toBeUndefined();
        response.on("data", (part: Buffer) => {
          received += part.toString();
        });
        response.on("error", () => undefined);
      });
      stream.on("error", () => undefined);
      stream.end();
      await waitUntil("the log is followed", () => api.followers.size > 0);
      for (const line of ["first line", "second line", "third line"]) {
        api.write(line);
        await waitUntil(`${line} arrived`, () => received.includes(line));
      }
      stream.destroy();
    });

    test("a live view is connected in both directions (T28)", async () => {
      const socket = liveViewSocketOf(await liveViewAddress(admin, "session1"));
      const viewer = await openSocket(url, socket);
      if (typeof viewer === "number") throw new Error(`refused with ${viewer}`);
      viewer.socket.send("input");
      await waitUntil("both arrived", () => viewer.messages.length === 2);
      expect(viewer.messages).toEqual(["hello", "received input"]);
      viewer.socket.close();
      await waitUntil("it is closed", viewer.isClosed);
    });

    test("the largest upload arrives whole (T32)", async () => {
      const body = uploadBody();
      const reply = await sendRequest(url, "/api/browsers/session1/extensions", {
        method: "POST",
        headers: {
          cookie: admin.cookieHeader(),
          origin: url,
          "content-type": `multipart/form-data; boundary=${boundary}`,
          "content-length": String(body.length),
        },
        body,
      });
      expect(reply.status, reply.text).toBe(201);
      expect(api.uploads).toEqual([body.length]);
    });
  });
});
