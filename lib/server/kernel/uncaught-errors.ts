// Logs uncaught errors, redacted. The process survives an unhandled rejection; after an uncaught exception its state is
// undefined, so it exits and the supervisor starts a new one.
import { logFault } from "./log.ts";

export function installUncaughtErrorHandlers(): void {
  process.on("unhandledRejection", (reason) => logFault("unhandled rejection", reason));
  process.on("uncaughtException", (error) => {
    logFault("uncaught exception", error);
    process.exit(1);
  });
}
