// What relays in front of the service have in common: a request goes on as it came.
import { type IncomingMessage, request, type ServerResponse } from "node:http";

/** Sends a request on and its answer back; whichever side breaks off takes the other along. */
export function forwardRequest(targetUrl: string, incoming: IncomingMessage, answer: ServerResponse): void {
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
