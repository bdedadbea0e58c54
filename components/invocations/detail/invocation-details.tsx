import dynamic from "next/dynamic";
import { CopyButton } from "@/components/ui/copy-button";
import { DescriptionItem } from "@/components/ui/description-list";
import { loadPart } from "@/components/ui/load-part";
import { NoValue } from "@/components/ui/no-value";
import { ClockTime, RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { Invocation } from "@/lib/contract/invocations";
import { InvocationDuration } from "./invocation-duration.tsx";
import { invocationDetailsTexts } from "./invocation-on-demand-messages.ts";

// Shown for failed invocations only.
const FailureGroupLink = dynamic(
  loadPart(() => import("./failure-group-link.tsx").then((module) => module.FailureGroupLink)),
  { ssr: false, loading: () => <Skeleton className="my-1 h-3 w-52" /> },
);

/**
 * The fields of an invocation. `isLed`: its failure is shown elsewhere on the page; `isNamed`: so are its id, application,
 * action and age.
 */
export function InvocationDetails({
  invocation,
  isLed = false,
  isNamed = false,
}: {
  invocation: Invocation;
  isLed?: boolean;
  isNamed?: boolean;
}) {
  const { status, status_reason: reason } = invocation;
  return (
    <section aria-label={invocationDetailsTexts.details}>
      <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-2 gap-y-1">
        {isNamed ? null : (
          <>
            <DescriptionItem name={invocationDetailsTexts.id}>
              <span className="inline-flex max-w-full items-center gap-1 font-mono text-label">
                <span className="truncate">{invocation.id}</span>
                <CopyButton text={invocation.id} label={invocationDetailsTexts.copyInvocationId} />
              </span>
            </DescriptionItem>
            <DescriptionItem name={invocationDetailsTexts.application}>
              {invocation.app_name ?? "–"} <span className="font-mono text-label">{invocation.version}</span>
            </DescriptionItem>
            <DescriptionItem name={invocationDetailsTexts.action}>
              {invocation.action_name ?? "–"}
            </DescriptionItem>
          </>
        )}
        <DescriptionItem
          name={status === "queued" ? invocationDetailsTexts.queued : invocationDetailsTexts.started}
        >
          {invocation.started_at ? <ClockTime at={invocation.started_at} withDate /> : <NoValue />}
          {isNamed || !invocation.started_at ? null : (
            <span className="ml-2 text-ink-3">
              <RelativeTime at={invocation.started_at} />
            </span>
          )}
        </DescriptionItem>
        {invocation.finished_at ? (
          <DescriptionItem name={invocationDetailsTexts.finished}>
            <ClockTime at={invocation.finished_at} withDate />{" "}
            <span className="ml-1 text-ink-3">
              <RelativeTime at={invocation.finished_at} />
            </span>
          </DescriptionItem>
        ) : null}
        <DescriptionItem
          name={status === "running" ? invocationDetailsTexts.runningFor : invocationDetailsTexts.duration}
        >
          <InvocationDuration invocation={invocation} />
        </DescriptionItem>
        {isLed || !reason ? null : (
          <DescriptionItem name={invocationDetailsTexts.reason}>
            <span className={`break-words ${status === "failed" ? "text-bad" : ""}`}>{reason}</span>
          </DescriptionItem>
        )}
        {!isLed && status === "failed" && reason ? (
          <DescriptionItem name={invocationDetailsTexts.similar}>
            <FailureGroupLink reason={reason} />
          </DescriptionItem>
        ) : null}
      </dl>
    </section>
  );
}
