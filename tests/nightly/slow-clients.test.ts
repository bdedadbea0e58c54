// Clients that hold connections of the dashboard without ever finishing a request.
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { faultyDashboardForTests } from "../support/dashboard/faulty-dashboard-for-tests.ts";
import { isConnectedOnServer } from "../support/programs/server-connection.ts";
import { waitUntil } from "../support/wait-until.ts";

const clients = 500;
const { dashboard } = await faultyDashboardForTests({ token: "slow-tests-token-1" });

test(`T43 ${clients} clients that send a byte at a time delay nobody, and are disconnected`, async () => {
  const admin = await dashboard.admin();
  const { port, host } = new URL(dashboard.url);
  let closed = 0;
  const sockets: Socket[] = Array.from({ length: clients }, () => {
    const socket = connect(Number(port), "127.0.0.1", () =>
      socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `),
    );
    socket.on("error", () => undefined);
    // Read, or the end is not noticed.
    socket.resume();
    socket.on("close", () => {
      closed += 1;
    });
    return socket;
  });
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write("a");
  }, 1_000);
  try {
    while (closed < clients / 2) expect((await admin.get("/api/invocations")).status).toBe(200);
    await waitUntil("all are disconnected", () => closed === clients, 90_000);
  } finally {
    clearInterval(drip);
    for (const socket of sockets) socket.destroy();
  }
}, 180_000);

test.skipIf(process.platform !== "linux")(
  "T44 clients that take nothing of what they requested are disconnected",
  async () => {
    const admin = await dashboard.admin();
    const { port, host } = new URL(dashboard.url);
    const scripts = (await admin.get("/sign-in")).text.match(/\/_next\/static\/[^"\\]+\.js/g) ?? [];
    const requests = [...new Set(scripts)].map((path) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect(requests.length).toBeGreaterThan(0);
    // More than the buffers of both sides take.
    const text = requests.join("").repeat(50);
    const sockets = Array.from({ length: 20 }, () => {
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
      socket.on("error", () => undefined);
      return socket.pause();
    });
    try {
      await waitUntil("all are connected", () => sockets.every(isConnectedOnServer));
      await waitUntil("all are disconnected", () => !sockets.some(isConnectedOnServer), 600_000);
      expect((await admin.get("/api/invocations")).status).toBe(200);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  },
);
