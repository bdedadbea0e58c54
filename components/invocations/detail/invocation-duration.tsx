import { DurationText } from "@/components/ui/duration-text";
import { NoValue } from "@/components/ui/no-value";
import type { Invocation } from "@/lib/contract/invocations";

/** While it is queued, `started_at` is the time of queuing and there is no duration. */
export function InvocationDuration({ invocation }: { invocation: Invocation }) {
  if (invocation.status === "queued") return <NoValue />;
  return (
    <DurationText
      from={invocation.started_at}
      to={invocation.finished_at}
      running={invocation.status === "running"}
    />
  );
}
