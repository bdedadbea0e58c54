"use client";

import clsx from "clsx";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { Tooltip } from "@/components/ui/tooltip";
import { useClockText } from "@/components/ui/use-now";
import { isForgotten, isGoingOn } from "@/lib/bff/recorded-invocation";
import type { Invocation } from "@/lib/contract/invocations";
import { formatDuration, formatRunningDuration } from "@/lib/format/duration";
import { type Usual, usualDurationOf } from "@/lib/format/usual-duration";
import { paths } from "@/lib/paths";
import { usualLineTexts } from "./invocation-on-demand-messages.ts";
import type { InvocationSessions } from "./use-invocation-sessions.ts";
import type { InvocationsOfAction } from "./use-invocations-of-action.ts";
import { barOf, longWaitMs, paceOf, tookAt, waitedAt } from "./usual-duration.ts";

/** The duration of this invocation compared with the usual one of its action, or its wait. Counts up while it is queued or runs. */
export function UsualLine({
  invocation,
  invocations,
  sessions: { seen },
}: {
  invocation: Invocation;
  invocations: InvocationsOfAction;
  sessions: InvocationSessions;
}) {
  const counts = isGoingOn(invocation) && !invocation.finished_at;
  const nowText = useClockText((nowMs) => (counts ? String(nowMs) : ""), "");
  const tookMs = isForgotten(invocation) ? undefined : tookAt(invocation, Number(nowText));
  const waitedMs = nowText === "" ? undefined : waitedAt(invocation, Number(nowText));
  const shownMs = tookMs ?? waitedMs;
  // The usual duration is that of a run, without its wait in the queue.
  const isQueued = invocation.status === "queued";
  const waitsLong = waitedMs !== undefined && waitedMs > longWaitMs;
  const usual = invocations.data && usualDurationOf(invocations.data.items);
  const isLate = paceOf(tookMs, usual) === "past-p95";
  const session = seen.findLast(({ isActive }) => isActive) ?? seen.at(-1);
  return (
    <section
      aria-label={usualLineTexts.duration}
      // While it counts, a phone has room for what is said of a late one: it must not push the page.
      className={clsx("grid min-h-[36px] content-start gap-1.5", counts && "max-sm:min-h-[76px]")}
    >
      <p className="min-h-5">
        <span className={isLate || waitsLong ? "font-medium text-warn" : "font-medium"}>
          {verb(invocation)}{" "}
          {shownMs === undefined ? null : counts ? formatRunningDuration(shownMs) : formatDuration(shownMs)}
        </span>{" "}
        {isQueued ? null : (
          <span className="text-ink-3">
            ·{" "}
            {usual === undefined || invocations.data === undefined ? (
              whyNoUsual(invocations)
            ) : (
              <span title={usualLineTexts.basedOnLast(usual.invocations, invocation.action_name)}>
                {usualLineTexts.usual}
                <Figure>{formatDuration(usual.p50Ms)}</Figure> (p50),{" "}
                <Figure>{formatDuration(usual.p95Ms)}</Figure> (p95)
              </span>
            )}
          </span>
        )}
        {waitsLong ? (
          <span className="text-warn">
            {usualLineTexts.longerThanAMinute}
            <Link href={paths.invocations({ status: "running" })} className="underline underline-offset-2">
              {usualLineTexts.seeWhatIsRunning}
            </Link>
            {usualLineTexts.orCancelIt}
          </span>
        ) : null}
        {isLate ? (
          <span className="text-warn">
            {usualLineTexts.longerThanMost}
            {!counts ? null : session === undefined ? (
              usualLineTexts.cancelIt
            ) : (
              <>
                :{" "}
                <Link
                  href={paths.browser(session.browser.session_id)}
                  className="underline underline-offset-2"
                >
                  {usualLineTexts.watchItsBrowser}
                </Link>
                {usualLineTexts.orCancelIt}
              </>
            )}
          </span>
        ) : null}
      </p>
      <div className="h-2.5">
        {usual === undefined || isQueued ? null : <UsualBar tookMs={tookMs} usual={usual} isLate={isLate} />}
      </div>
    </section>
  );
}

function verb(invocation: Invocation): string {
  if (isForgotten(invocation)) return usualLineTexts.notKnown;
  switch (invocation.status) {
    case "queued":
      return usualLineTexts.queuedFor;
    case "running":
      return usualLineTexts.runningFor;
    case "failed":
      return usualLineTexts.failedAfter;
    default:
      return usualLineTexts.took;
  }
}

function whyNoUsual(invocations: InvocationsOfAction): string {
  if (!invocations.isNamed) return usualLineTexts.actionUnknown;
  if (invocations.error) return usualLineTexts.usualDurationNotLoaded;
  if (invocations.data === undefined) return usualLineTexts.loadingTheUsualDuration;
  const { items } = invocations.data;
  const ended = items.filter(({ status }) => status === "succeeded").length;
  return usualLineTexts.notEnoughData(ended);
}

const Figure = ({ children }: { children: ReactNode }) => <span className="text-ink-2">{children}</span>;

function UsualBar({ tookMs, usual, isLate }: { tookMs: number | undefined; usual: Usual; isLate: boolean }) {
  const shares = barOf(tookMs, usual);
  const percentiles = `p50 ${formatDuration(usual.p50Ms)}, p95 ${formatDuration(usual.p95Ms)}`;
  return (
    <Tooltip text={percentiles}>
      <div aria-hidden="true" className="relative h-2.5">
        <div className="absolute inset-x-0 top-[3px] h-1 overflow-clip rounded-full bg-line">
          <div
            className={`h-full ${isLate ? "bg-warn" : "bg-running"}`}
            style={{ width: `${shares.took * 100}%` }}
          />
        </div>
        {(["p50", "p95"] as const).map((which) => (
          <div
            key={which}
            className="absolute inset-y-0 w-0.5 rounded-full bg-ink-2"
            style={{ left: `${shares[which] * 100}%` }}
          />
        ))}
      </div>
    </Tooltip>
  );
}
