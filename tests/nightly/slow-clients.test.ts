// Clients that hold connections of the dashboard without ever finishing a request.
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { faultyDashboardForTests } from "../support/faulty-dashboard-for-tests.ts";
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
