// A deployment as its events tell it.
import { type DeploymentProgress, isOver } from "@/lib/bff/deployment-events";

/** Lines that stay; what is before them is dropped. */
const maxLines = 2_000;

export interface DeploymentRunState {
  lines: readonly { id: number; text: string }[];
  dropped: number;
  status: string;
  reason: string;
  isOver: boolean;
  versions: readonly { app: string; version: string; actions: readonly string[] }[];
}

export const atStart: DeploymentRunState = {
  lines: [],
  dropped: 0,
  status: "queued",
  reason: "",
  isOver: false,
  versions: [],
};

/** The state after one more event. */
export function afterEvent(before: DeploymentRunState, event: DeploymentProgress): DeploymentRunState {
  if ("status" in event)
    return { ...before, status: event.status, reason: event.reason, isOver: isOver(event.status) };
  if ("app" in event) return { ...before, versions: [...before.versions, event] };
  const text = "error" in event ? event.error : event.line;
  const all = [...before.lines, { id: (before.lines.at(-1)?.id ?? 0) + 1, text }];
  const lines = all.slice(-maxLines);
  return { ...before, lines, dropped: before.dropped + all.length - lines.length };
}
