import { ClockTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Invocation } from "@/lib/contract/invocations";

interface Step {
  status: string;
  at: string;
}

/** The states as far as the API tells their times: one start, one end. A queued run has only been queued. */
export function stepsOf(invocation: Invocation): Step[] {
  const { status, started_at: started, finished_at: finished } = invocation;
  const steps: Step[] = [];
  if (started) steps.push({ status: status === "queued" ? "queued" : "running", at: started });
  if (finished && status) steps.push({ status, at: finished });
  return steps;
}

export function InvocationTimeline({ invocation }: { invocation: Invocation }) {
  return (
    <section aria-labelledby="invocation-timeline" className="grid gap-1.5">
      <h2 id="invocation-timeline" className="font-semibold">
        Timeline
      </h2>
      <ol className="grid gap-1">
        {stepsOf(invocation).map((step) => (
          <li key={step.at} className="flex items-center gap-2">
            <ClockTime at={step.at} />
            <StatusBadge of="invocation" status={step.status} />
          </li>
        ))}
      </ol>
    </section>
  );
}
