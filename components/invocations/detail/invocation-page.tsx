"use client";

import clsx from "clsx";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { TabName } from "@/components/layout/tab-name";
import { TimelineLink } from "@/components/layout/timeline-link";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { CopyButton } from "@/components/ui/copy-button";
import { DataFreshness } from "@/components/ui/data-freshness";
import { ClockTime, RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { WatchButton } from "@/components/watched-invocations/watch-button";
import { isForgotten, isGoingOn } from "@/lib/bff/recorded-invocation";
import type { Invocation } from "@/lib/contract/invocations";
import { isOpen } from "@/lib/contract/invocations";
import { parseInstant } from "@/lib/format/rfc3339";
import { shortId } from "@/lib/format/short-id";
import { visibleMarks } from "@/lib/format/visible-marks";
import { paths } from "@/lib/paths";
import type { One } from "@/lib/queries/bff";
import { InvokeLink } from "../invoke/invoke-link.tsx";
import { AdjacentInvocationLinks } from "./adjacent-invocation-links.tsx";
import { CancelInvocation } from "./cancel-invocation.tsx";
import { FailureLead } from "./failure-lead.tsx";
import { InvocationBodies } from "./invocation-bodies.tsx";
import { InvocationBrowsers } from "./invocation-browsers.tsx";
import { InvocationCompare } from "./invocation-compare.tsx";
import { InvocationDetails } from "./invocation-details.tsx";
import { InvocationLogPane } from "./invocation-log.tsx";
import { invocationViewTexts } from "./invocation-messages.ts";
import { invocationDetailsTexts, invocationPageTexts } from "./invocation-on-demand-messages.ts";
import { InvocationTimeline } from "./invocation-timeline.tsx";
import { useInvocationLog } from "./use-invocation-log.ts";
import { useInvocationsOfAction } from "./use-invocations-of-action.ts";
import { useLogPart } from "./use-log-part.ts";
import { usePageRecord } from "./use-page-record.ts";
import { UsualLine } from "./usual-line.tsx";

const stack = "grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6";

/** The page of an invocation once it was read. Rendered in one step, so that the layout does not shift. */
export function InvocationPage({
  read,
  isGone,
  failure,
}: {
  read: One<Invocation>;
  /** Whether the API has it no more. */
  isGone: boolean;
  failure: ReactNode;
}) {
  const invocation = read.data;
  const { id } = invocation;
  const open = isOpen(invocation);
  const invocations = useInvocationsOfAction(invocation);
  const { ownLog, isAbsent, log, sessions } = useInvocationLog(invocation);
  const hasLog = !isAbsent || sessions.seen.length > 0;
  const pages = usePageRecord(invocation, sessions);
  const part = useLogPart(sinceFirstError(invocation, earliest(log.firstErrorMs, pages.firstFailureMs)));
  const logPane = useRef<HTMLElement>(null);
  const showLinkedLine = useEffectEvent(() => {
    // Back and a reload may have scrolled already.
    if (part.target !== undefined && window.scrollY === 0) revealLog(logPane.current);
  });
  useEffect(() => {
    const frame = requestAnimationFrame(showLinkedLine);
    return () => cancelAnimationFrame(frame);
  }, []);
  const router = useRouter();
  usePaletteAct(
    "run-again",
    invocationPageTexts.runAgain,
    () => router.push(paths.invoke({ from: id })),
    useRoleReason("operator"),
  );
  usePaletteAct("open-log", invocationPageTexts.openLog, () => showLog(logPane.current), undefined);
  return (
    <Page>
      {invocation.action_name == null ? null : (
        <TabName>{`${invocation.action_name} ${shortId(id)}`}</TabName>
      )}
      <PageHeader
        title={invocation.action_name ?? invocationViewTexts.invocation}
        badge={<StatusBadge of="invocation" status={invocation.status} />}
        freshness={
          <DataFreshness
            subject={invocation.action_name ?? id}
            readAtMs={read.observedAtMs}
            source={sourceOf(invocation)}
            partial={read.source === undefined ? undefined : <InvocationSource read={read} />}
            stale={read.source === "record" && !isGoingOn(invocation) ? undefined : read.stale}
          />
        }
        details={<InvocationName invocation={invocation} />}
        actions={
          <>
            <AdjacentInvocationLinks invocation={invocation} invocations={invocations} />
            <TimelineLink during={spanOf(invocation, read.observedAtMs)} />
            <WatchButton invocation={invocation} />
            <CancelInvocation invocation={invocation} isGone={isGone} offered />
          </>
        }
        primary={<InvokeLink query={{ from: id }}>{invocationPageTexts.runAgain}</InvokeLink>}
      />
      {failure}
      {invocation.status === "failed" ? (
        <FailureLead
          invocation={invocation}
          log={log}
          sessions={sessions}
          before={pages.mostFrequentFailure}
          onShowLine={() => revealLog(logPane.current)}
        />
      ) : null}
      <UsualLine invocation={invocation} invocations={invocations} sessions={sessions} />
      <InvocationTimeline
        key={id}
        invocation={invocation}
        sessions={sessions}
        log={log}
        part={part}
        pages={pages}
      />
      <div className={clsx("grid gap-6", hasLog && "xl:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]")}>
        <InvocationLogPane
          ref={logPane}
          id={id}
          isOver={!open}
          log={ownLog}
          isAbsent={isAbsent}
          part={part}
          sessions={sessions}
          failures={pages.failures}
        />
        <div className={clsx(stack, !hasLog && "xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]")}>
          <div className={stack}>
            <InvocationDetails invocation={invocation} isLed={invocation.status === "failed"} isNamed />
            <InvocationBrowsers sessions={sessions} />
          </div>
          <div className={stack}>
            <InvocationBodies invocation={invocation} />
          </div>
        </div>
      </div>
      <InvocationCompare invocation={invocation} invocations={invocations} />
    </Page>
  );
}

/** Which invocation of its action it is, on one line: its application, id and age. */
function InvocationName({ invocation: { id, app_name, version, started_at } }: { invocation: Invocation }) {
  return (
    <span className="flex h-6 items-center gap-3 text-label">
      {app_name ? (
        <span className="min-w-0 truncate text-ink-2">
          {visibleMarks(app_name)} <span className="font-mono">{visibleMarks(version ?? "")}</span>
        </span>
      ) : null}
      <span className="flex min-w-16 shrink-[999] items-center gap-1">
        <span title={id} className="truncate font-mono">
          {id}
        </span>
        <CopyButton text={id} label={invocationDetailsTexts.copyInvocationId} />
      </span>
      {started_at ? <RelativeTime at={started_at} /> : null}
    </span>
  );
}

/** Scrolls as far as the log needs: at once, whatever the preference for motion. */
const revealLog = (pane: HTMLElement | null) =>
  pane?.scrollIntoView({ block: "nearest", behavior: "instant" });

/** Scrolls to the log and focuses its lines. */
function showLog(pane: HTMLElement | null): void {
  pane?.scrollIntoView({ block: "start", behavior: "instant" });
  pane?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
}

const earliest = (...times: readonly (number | undefined)[]): number | undefined =>
  times.filter((atMs) => atMs !== undefined).sort((one, other) => one - other)[0];

/** The share of a failed invocation's duration that is shown before its first error. */
const leadShare = 0.02;

/** When the log of a failed invocation becomes interesting: shortly before the first error, epoch milliseconds. */
function sinceFirstError({ status, started_at, finished_at }: Invocation, errorMs: number | undefined) {
  const startMs = parseInstant(started_at ?? "")?.epochMs;
  const endMs = parseInstant(finished_at ?? "")?.epochMs;
  if (status !== "failed" || errorMs === undefined || startMs === undefined || endMs === undefined)
    return undefined;
  const fromMs = Math.floor(errorMs - leadShare * (endMs - startMs));
  return fromMs <= startMs ? undefined : fromMs;
}

function sourceOf(invocation: Invocation): string {
  if (isForgotten(invocation)) return invocationPageTexts.noLongerKnown;
  return isOpen(invocation) ? invocationPageTexts.live : invocationPageTexts.ended;
}

/** Where an invocation comes from that the API does not return by its id. */
function InvocationSource({ read: { source, observedAtMs } }: { read: One<Invocation> }) {
  if (source === "list") return invocationPageTexts.fromApiList;
  return (
    <>
      {invocationPageTexts.fromHistoryAsOf}
      <ClockTime at={observedAtMs} withDate />
    </>
  );
}

/** From its start to its end or to the time of the read; undefined if the start is no valid time. */
function spanOf({ started_at: start, finished_at: end }: Invocation, readAtMs: number) {
  const fromMs = parseInstant(start ?? "")?.epochMs;
  if (fromMs === undefined) return undefined;
  return { fromMs, toMs: Math.max(fromMs, parseInstant(end ?? "")?.epochMs ?? readAtMs) };
}
