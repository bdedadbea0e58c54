// Ends the process on a signal or when the parent process ends. Streams are closed, responses in flight get ten
// seconds, and after fifteen the process exits in any case.
import type { Server } from "node:http";
import { closeStore } from "../lib/server/db/database.ts";
import { deadlines, paces } from "../lib/server/kernel/paces.ts";
import { flushBeforeClose, startShutdown } from "../lib/server/kernel/shutdown.ts";

const { inFlightMs, exitMs } = deadlines.shutdown;

/** Ends the process on SIGTERM, SIGINT or when the parent's channel closes. */
export function endOnSignal(server: Server): void {
  let ending = false;
  const end = (why: string) => {
    if (ending) return;
    ending = true;
    console.log(`dashboard: stopping (${why})`);
    setTimeout(() => process.exit(1), exitMs).unref();
    startShutdown();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const sweep = setInterval(() => server.closeIdleConnections(), paces.process.idleConnectionsClosedMs);
    const cutOff = setTimeout(() => server.closeAllConnections(), inFlightMs);
    void closed
      .then(() => flushBeforeClose())
      .then(() => closeStore())
      .catch((error: unknown) => console.error("dashboard: the store did not close:", error))
      .finally(() => {
        clearInterval(sweep);
        clearTimeout(cutOff);
        process.exit(0);
      });
  };
  process.once("SIGTERM", () => end("SIGTERM"));
  process.once("SIGINT", () => end("SIGINT"));
  if (process.send !== undefined) process.once("disconnect", () => end("parent gone"));
}
