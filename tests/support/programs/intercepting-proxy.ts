// Stands in front of the service and answers the first requests itself, as an overloaded API would; the others
// go through. Counts what came and what went through.
import { createServer } from "node:http";
import { listenOnFreePort } from "./free-port.ts";
import { forwardRequest } from "./reverse-proxy.ts";

export interface CannedAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
}

/** Starts on a free port of loopback. */
export async function startInterceptingProxy(targetUrl: string, own: readonly CannedAnswer[]) {
  const pending = [...own];
  const seen: { method: string; url: string; retry: string | undefined; through: boolean; atMs: number }[] =
    [];
  const server = createServer((incoming, answer) => {
    const { method = "GET", url = "/", headers } = incoming;
    const next = pending.shift();
    const retry = headers["x-stainless-retry-count"];
    seen.push({ method, url, retry: retry?.toString(), through: next === undefined, atMs: Date.now() });
    if (next) {
      incoming.resume();
      const body = JSON.stringify({ code: "overloaded", message: "not now" });
      answer.writeHead(next.status, { "content-type": "application/json", ...next.headers }).end(body);
      return;
    }
    forwardRequest(targetUrl, incoming, answer);
  });
  return { ...(await listenOnFreePort(server)), seen };
}
