import { Link } from "@/components/ui/link";
import { formatCount } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import type { RequestFailure } from "@/lib/telemetry/frequent-failures";
import { failedBeforeTexts } from "./invocation-on-demand-messages.ts";

/** The request that failed most often before a failure, with the way to all failed ones. */
export function FailedBefore({ failure }: { failure: RequestFailure }) {
  const { sessionId, method, path, outcome, count } = failure;
  const href = paths.browser(sessionId, { source: "telemetry", view: "network", failed: "only" });
  return (
    <p className="break-words">
      {failedBeforeTexts.beforeIt}
      <Link href={href} className="text-accent hover:underline">
        {failedBeforeTexts.failed(
          method === undefined ? path : `${method} ${path}`,
          count,
          formatCount(count),
        )}
      </Link>
      {failedBeforeTexts.with(outcome)}
    </p>
  );
}
