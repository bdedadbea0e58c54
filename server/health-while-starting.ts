// Health checks before there is a handler. They are answered as later: whoever watches the process is to leave it alone
// during a long migration.
import type { IncomingMessage } from "node:http";
import type { readiness } from "../lib/server/recorder/readiness.ts";
import { isHealthCheck } from "./request-guard.ts";

type Health =
  | { status: 200; body: { status: "alive" } }
  | { status: 503; body: Awaited<ReturnType<typeof readiness>> };

/** The answer to a request below the base path; undefined unless it is a health check. */
export function healthWhileStarting(
  request: Pick<IncomingMessage, "method" | "url">,
  isStopping: boolean,
): Health | undefined {
  if (!isHealthCheck(request)) return undefined;
  if (request.url?.startsWith("/api/livez")) return { status: 200, body: { status: "alive" } };
  const status = isStopping ? "draining" : "starting";
  return { status: 503, body: { status, upstream: "unknown", recorder: "off" } };
}
