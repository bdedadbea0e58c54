// Answers requests while another service works: not ready, and why.
import { createServer, type Server } from "node:http";
import type { ErrorBody } from "../../lib/contract/error.ts";

const standby: ErrorBody = {
  code: "standby",
  message: "this service waits for its turn: another one on the same database works",
};

/** Listens until the returned function is called. Throws as `listen` does, such as for a port in use. */
export async function answerAsStandby(host: string, port: number): Promise<() => Promise<void>> {
  const server: Server = createServer((request, response) => {
    const body = request.url === "/readyz" ? { ready: false } : standby;
    response
      .writeHead(503, { "content-type": "application/json", "retry-after": "5", connection: "close" })
      .end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
}
