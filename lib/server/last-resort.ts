// What nobody caught is written down, redacted. A rejected promise nobody waits for leaves the process in a known
// state; an exception that escaped everything does not, so the supervisor gets a fresh one.
import { logFault } from "./log.ts";

export function installLastResort(): void {
  process.on("unhandledRejection", (reason) => logFault("unhandled rejection", reason));
  process.on("uncaughtException", (error) => {
    logFault("uncaught exception", error);
    process.exit(1);
  });
}
