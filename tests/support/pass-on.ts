// What relays in front of the service have in common: a request goes on as it came, and a free port of loopback.
import { type IncomingMessage, request, type Server, type ServerResponse } from "node:http";

/** Sends a request on and its answer back; whichever side breaks off takes the other along. */
export function passOn(targetUrl: string, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method = "GET", url = "/", headers } = incoming;
  const onward = request(`${targetUrl}${url}`, { method, headers }, (upstream) => {
    answer.writeHead(upstream.statusCode ?? 502, upstream.headers);
    // A stream has begun before there is anything in it.
    answer.flushHeaders();
    upstream.on("error", () => answer.destroy());
    upstream.pipe(answer);
  });
  onward.on("error", () => answer.destroy());
  answer.on("close", () => onward.destroy());
  incoming.pipe(onward);
}

/** Listens; `close` cuts what is still connected. */
export async function listenAnywhere(server: Server): Promise<{ url: string; close: () => Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
