// `register` runs once when the framework is prepared, so that the recorder starts with the process, not with the first
// request. `onRequestError` logs errors that the framework caught; server/main.ts installs the handlers for uncaught
// ones, once per process.
import { logRequestFault } from "@/lib/server/db/log-request-fault";

export function onRequestError(error: unknown, request: { path: string; method: string }): void {
  if (error instanceof Error && (error.name === "AbortError" || error.name === "ResponseAborted")) return;
  const path = request.path.split("?", 1)[0] ?? "";
  logRequestFault("a page or route failed", error, { method: request.method, path });
}

export async function register(): Promise<void> {
  // The edge build loads this file too, without store or upstream.
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { recordAnswers } = await import("@/lib/server/inventory/record-answers");
  const { alerting } = await import("@/lib/server/alerts/alerting");
  const { logDuty } = await import("@/lib/server/evidence-recorder/log-duty");
  const { pictureDuty } = await import("@/lib/server/evidence-recorder/picture-duty");
  const { liveViewSocketPath, relayLiveView } = await import("@/lib/server/browsers/live-view-relay");
  const { onUpgrade } = await import("@/lib/server/kernel/upgrades");
  const { auditDuty } = await import("@/lib/server/recorder/audit-duty");
  const { startRecorder } = await import("@/lib/server/recorder/start-recorder");
  const { setMetricsSource } = await import("@/lib/server/kernel/metrics-source");
  const { metricsText } = await import("@/lib/server/metrics/metrics-text");
  setMetricsSource(metricsText);
  recordAnswers();
  onUpgrade(liveViewSocketPath, relayLiveView);
  startRecorder([auditDuty, alerting, logDuty, pictureDuty]);
}
