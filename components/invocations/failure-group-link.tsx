import Link from "next/link";
import { reasonKey } from "@/lib/insight/reason-mask";
import { paths } from "@/lib/paths";

/** From a failed run to all that failed for the same reason. */
export function FailureGroupLink({ reason }: { reason: string }) {
  return (
    <Link
      href={paths.insight({ reason: reasonKey(reason), show: "all" })}
      className="text-accent hover:underline"
    >
      Runs that failed for the same reason
    </Link>
  );
}
