// Last resort: what nobody caught is written down, redacted. A rejected promise nobody waits for leaves the process
// in a known state; an exception that escaped everything does not, so the supervisor gets a fresh one.
import { logFault } from "@/lib/server/log";

export function register(): void {
  process.on("unhandledRejection", (reason) => logFault("unhandled rejection", reason));
  process.on("uncaughtException", (error) => {
    logFault("uncaught exception", error);
    process.exit(1);
  });
}

export function onRequestError(error: unknown, request: { path: string; method: string }): void {
  if (error instanceof Error && (error.name === "AbortError" || error.name === "ResponseAborted")) return;
  logFault("a page or route failed", error, { method: request.method, path: request.path.split("?", 1)[0] ?? "" });
}
