// A free loopback port for programs that need a fixed one.
import { randomInt } from "node:crypto";
import type { Server } from "node:http";
import { createServer } from "node:net";

// Below those that systems give to connections and to listeners without a port of their own: nothing else takes one of
// these before the program listens.
const lowest = 10_000;
const count = 22_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/** A port without a listener a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, lowest + count);
    if (await isFree(port)) return port;
  }
}

/** Listens on a free port of loopback, or of `host`; `close` also closes open connections. */
export async function listenOnFreePort(
  server: Server,
  host = "127.0.0.1",
): Promise<{ url: string; close: () => Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
