import { Link } from "@/components/ui/link";
import { reasonKey } from "@/lib/insight/reason-mask";
import { paths } from "@/lib/paths";
import { failureGroupLinkTexts } from "./invocation-on-demand-messages.ts";

/** Link from a failed invocation to all that failed for the same reason. */
export function FailureGroupLink({ reason }: { reason: string }) {
  return (
    <Link
      href={paths.insight({ reason: reasonKey(reason), show: "all" })}
      className="text-accent hover:underline"
    >
      {failureGroupLinkTexts.failedForSameReason}
    </Link>
  );
}
