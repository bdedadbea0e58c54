// The end of the dashboard's process.
import type { Server } from "node:http";
import { closeStore } from "../lib/server/db/database.ts";
import { logFault } from "../lib/server/kernel/log.ts";
import { deadlines, paces } from "../lib/server/kernel/paces.ts";
import { flushBeforeClose, startShutdown } from "../lib/server/kernel/shutdown.ts";
import type { ServerContext } from "./http-server.ts";

/**
 * Ends the process on SIGTERM, SIGINT, SIGHUP or when the parent's channel closes. Streams are closed, responses in flight get
 * ten seconds, and after fifteen the process exits in any case. While they are in flight it still listens, so that health
 * checks on new connections learn that it is draining, not that it is gone.
 */
export function endOnSignal(server: Server, context: Pick<ServerContext, "inFlight">): void {
  const { inFlightMs, exitMs } = deadlines.shutdown;
  let ending = false;
  const end = (why: string) => {
    if (ending) return;
    ending = true;
    console.log(`dashboard: stopping (${why})`);
    setTimeout(() => process.exit(1), exitMs).unref();
    startShutdown();
    const closed = Promise.withResolvers<void>();
    const close = () => {
      if (server.listening) server.close(() => closed.resolve());
      server.closeIdleConnections();
    };
    const sweep = setInterval(() => {
      if (context.inFlight === 0 || !server.listening) close();
    }, paces.process.idleConnectionsClosedMs);
    const cutOff = setTimeout(() => {
      close();
      server.closeAllConnections();
    }, inFlightMs);
    void closed.promise
      .then(() => flushBeforeClose())
      .then(() => closeStore())
      .catch((error: unknown) => logFault("the store did not close", error))
      .finally(() => {
        clearInterval(sweep);
        clearTimeout(cutOff);
        process.exit(0);
      });
  };
  // Also for later ones, which would kill the process without a listener: npm forwards what the terminal or systemd has
  // already sent.
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(name, () => end(name));
  if (process.send !== undefined) process.once("disconnect", () => end("parent gone"));
}
