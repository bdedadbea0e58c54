import Link from "next/link";
import { formatCount } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import type { RequestFailure } from "@/lib/telemetry/frequent-failures";

/** The request that failed most often before a failure, with the way to all failed ones. */
export function FailedBefore({ failure }: { failure: RequestFailure }) {
  const { sessionId, method, path, outcome, count } = failure;
  const href = paths.browser(sessionId, { source: "telemetry", view: "network", failed: "only" });
  return (
    <p className="break-words">
      Before it,{" "}
      <Link href={href} className="text-accent hover:underline">
        {method === undefined ? path : `${method} ${path}`} failed
        {count === 1 ? "" : ` ${formatCount(count)} times`}
      </Link>{" "}
      with {outcome}.
    </p>
  );
}
