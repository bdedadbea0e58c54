// Runs once when the framework is prepared: the watchers start with the process, not with the first visitor.
// Faults that the framework caught on our behalf are written down here, redacted. Handlers for what nobody caught are
// installed by server/main.ts, once per process.
import { logFault } from "@/lib/server/log";

export function onRequestError(error: unknown, request: { path: string; method: string }): void {
  if (error instanceof Error && (error.name === "AbortError" || error.name === "ResponseAborted")) return;
  const path = request.path.split("?", 1)[0] ?? "";
  logFault("a page or route failed", error, { method: request.method, path });
}

export async function register(): Promise<void> {
  // The edge build loads this file too and has neither store nor upstream.
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startWatchers } = await import("@/lib/server/watch/watch-room");
  startWatchers();
}
