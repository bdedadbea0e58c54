"use client";

import { LazyJsonView } from "@/components/json/lazy-json-view";
import { buttonClass } from "@/components/ui/button-class";
import { ErrorState } from "@/components/ui/error-state";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import { useClockText } from "@/components/ui/use-now";
import { formatAge } from "@/lib/format/duration";
import { resultNotKnown } from "@/lib/format/failure-messages";
import { paths } from "@/lib/paths";
import { presentOf } from "@/lib/present";
import { mayHaveBegun } from "./invoke-failure.ts";
import { invokeOutcomeTexts } from "./invoke-messages.ts";
import { syncLimitSeconds } from "./invoke-mode.tsx";
import type { Invoke } from "./use-invoke.ts";

/** Outcome of the submission: pending, the result of a synchronous invocation, or an error. */
export function InvokeOutcome({ create }: { create: Invoke["create"] }) {
  const { variables: body, data: invocation } = create;
  if (body === undefined) return null;
  const listed = paths.invocations({ app_name: body.app_name, action_name: body.action_name });
  if (create.isPending) {
    return body.async ? null : (
      <section
        aria-label={invokeOutcomeTexts.result}
        className="grid gap-2 rounded-md border border-line p-3"
      >
        <div className="flex flex-wrap items-center gap-x-2">
          <p role="status" className="font-medium">
            {invokeOutcomeTexts.waitingFor(body.action_name)}
          </p>
          <Elapsed sinceMs={presentOf(create.submittedAt)} />
        </div>
        <p className="text-label text-ink-2">
          {invokeOutcomeTexts.youCanLeave(syncLimitSeconds)}
          <Link href={listed} className="text-accent hover:underline">
            {invokeOutcomeTexts.listOfInvocations}
          </Link>
          .
        </p>
        <Skeleton className="h-20 w-full" />
      </section>
    );
  }
  if (create.error) {
    return (
      <section aria-label={invokeOutcomeTexts.result} className="grid gap-2">
        <ErrorState
          error={create.error}
          title={mayHaveBegun(create.error) ? resultNotKnown : invokeOutcomeTexts.notInvoked}
          shape="strip"
        />
        {mayHaveBegun(create.error) ? (
          <p className="text-label text-ink-2">
            {invokeOutcomeTexts.mayBeRunningCheck}
            <Link href={listed} className="text-accent hover:underline">
              {invokeOutcomeTexts.thisActionsInvocations}
            </Link>
            {invokeOutcomeTexts.beforeYouInvokeItAgain}
          </p>
        ) : null}
      </section>
    );
  }
  if (invocation === undefined) return null;
  return (
    <section aria-label={invokeOutcomeTexts.result} className="grid min-w-0 gap-2">
      <div role="status" className="flex min-w-0 flex-wrap items-center gap-2">
        <StatusBadge of="invocation" status={invocation.status} />
        <span className="font-medium">{invocation.action_name ?? body.action_name}</span>
        <Link href={paths.invocation(invocation.id)} className={buttonClass({ size: "sm" })}>
          {invokeOutcomeTexts.openInvocation}
        </Link>
      </div>
      {invocation.status_reason ? (
        <p className={`break-words ${invocation.status === "failed" ? "text-bad" : "text-ink-2"}`}>
          {invocation.status_reason}
        </p>
      ) : null}
      {invocation.output ? (
        <LazyJsonView label={invokeOutcomeTexts.output} text={invocation.output} />
      ) : body.async ? null : (
        <p className="text-ink-3">{invokeOutcomeTexts.noOutput}</p>
      )}
    </section>
  );
}

function Elapsed({ sinceMs }: { sinceMs: number }) {
  const text = useClockText((nowMs) => formatAge(nowMs - sinceMs), "0 s");
  return (
    <span
      role="timer"
      aria-label={invokeOutcomeTexts.waitingForAct(text)}
      className="font-mono text-label text-ink-2"
    >
      {text}
    </span>
  );
}
