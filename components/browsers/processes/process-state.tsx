import { Badge } from "@/components/ui/badge";
import { StatusBadge } from "@/components/ui/status-badge";
import type { ProcessHistory } from "@/lib/queries/process-history";
import { exitName } from "./process-exit.ts";
import { processStateTexts } from "./process-messages.ts";

/** The state of a process as one word; if it is no longer polled, the last known one. */
export function ProcessState({
  history,
  signal,
  ended,
}: {
  history: ProcessHistory | undefined;
  signal: string | undefined;
  ended: boolean;
}) {
  const status = history?.status;
  if (status?.state === "exited") {
    return (
      <Badge
        tone={status.exit_code === 0 ? "neutral" : "bad"}
        glyph={status.exit_code === 0 ? "square" : "cross"}
      >
        {exitName(status.exit_code, signal)}
      </Badge>
    );
  }
  const unreported = status === undefined && ended;
  if (status?.state !== "running" && !unreported) return <StatusBadge of="session" status={status?.state} />;
  if (ended || history?.forgottenAtMs !== undefined) {
    return (
      <Badge tone="neutral" glyph="question">
        {processStateTexts.gone}
      </Badge>
    );
  }
  return (
    <Badge tone="running" glyph="half">
      {processStateTexts.running}
    </Badge>
  );
}
