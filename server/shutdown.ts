// The end of the process: told once, by a signal or by the parent going away. Streams are told to end, answers in
// flight get ten seconds, and after fifteen the process is gone whatever still hangs.
import type { Server } from "node:http";
import { startDrain, writeLast } from "../lib/server/drain.ts";
import { deadlines, paces } from "../lib/server/paces.ts";
import { closeStore } from "../lib/server/store/database.ts";

const { inFlightMs, exitMs } = deadlines.shutdown;

/** Ends the process on SIGTERM, SIGINT or when the parent's channel closes. */
export function endOnSignal(server: Server): void {
  let ending = false;
  const end = (why: string) => {
    if (ending) return;
    ending = true;
    console.log(`dashboard: stopping (${why})`);
    setTimeout(() => process.exit(1), exitMs).unref();
    startDrain();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const sweep = setInterval(() => server.closeIdleConnections(), paces.process.idleConnectionsClosedMs);
    const patience = setTimeout(() => server.closeAllConnections(), inFlightMs);
    void closed
      .then(() => writeLast())
      .then(() => closeStore())
      .catch((error: unknown) => console.error("dashboard: the store did not close:", error))
      .finally(() => {
        clearInterval(sweep);
        clearTimeout(patience);
        process.exit(0);
      });
  };
  process.once("SIGTERM", () => end("SIGTERM"));
  process.once("SIGINT", () => end("SIGINT"));
  if (process.send !== undefined) process.once("disconnect", () => end("parent gone"));
}
