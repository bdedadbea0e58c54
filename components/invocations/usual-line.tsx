"use client";

import type { ReactNode } from "react";
import { Tooltip } from "@/components/ui/tooltip";
import { useClockText } from "@/components/ui/use-now";
import type { Invocation } from "@/lib/contract/invocations";
import { formatDuration } from "@/lib/format/duration";
import { type Usual, usualOf } from "@/lib/format/usual";
import type { RunsOfAction } from "./use-runs-of-action.ts";
import { barOf, paceOf, tookAt } from "./usual-figures.ts";

/** How long this run takes or took, beside what is usual for its action. Counts on while it runs. */
export function UsualLine({ invocation, runs }: { invocation: Invocation; runs: RunsOfAction }) {
  const counts = invocation.status === "running" && !invocation.finished_at;
  const nowText = useClockText((nowMs) => (counts ? String(nowMs) : ""), "");
  const tookMs = tookAt(invocation, Number(nowText));
  const usual = runs.data && usualOf(runs.data.items);
  const isLate = paceOf(tookMs, usual) === "past-p95";
  return (
    <section aria-label="Duration" className="grid min-h-[36px] content-start gap-1.5 max-sm:min-h-[76px]">
      <p className="min-h-5">
        <span className={isLate ? "font-medium text-warn" : "font-medium"}>
          {verb(invocation)}{" "}
          {tookMs === undefined ? null : counts ? wholeSeconds(tookMs) : formatDuration(tookMs)}
        </span>{" "}
        <span className="text-ink-3">
          ·{" "}
          {usual === undefined || runs.data === undefined ? (
            whyNoUsual(runs)
          ) : (
            <>
              usual <Figure>{formatDuration(usual.p50Ms)}</Figure> (p50),{" "}
              <Figure>{formatDuration(usual.p95Ms)}</Figure> (p95) of the {usual.runs} successful among the
              newest {runs.data.items.length} runs of {invocation.action_name}, any version
            </>
          )}
        </span>
        {isLate ? <span className="text-warn"> · longer than 95 % of them</span> : null}
      </p>
      <div className="h-2.5">
        {usual === undefined ? null : <UsualBar tookMs={tookMs} usual={usual} isLate={isLate} />}
      </div>
    </section>
  );
}

/** A clock that ticks once a second has no tenths to show. */
function wholeSeconds(ms: number): string {
  const whole = Math.floor(ms / 1000);
  return whole < 100 ? `${whole} s` : formatDuration(whole * 1000);
}

function verb({ status }: Invocation): string {
  switch (status) {
    case "queued":
      return "Has not run yet";
    case "running":
      return "Running for";
    case "failed":
      return "Failed after";
    default:
      return "Took";
  }
}

function whyNoUsual(runs: RunsOfAction): string {
  if (!runs.isNamed) return "the API does not say of which action";
  if (runs.error) return "what is usual could not be read";
  if (runs.data === undefined) return "reading what is usual…";
  const { items } = runs.data;
  const ended = items.filter(({ status }) => status === "succeeded").length;
  return `${ended} of the ${items.length} newest runs of this action succeeded: too few to call anything usual`;
}

const Figure = ({ children }: { children: ReactNode }) => <span className="text-ink-2">{children}</span>;

function UsualBar({ tookMs, usual, isLate }: { tookMs: number | undefined; usual: Usual; isLate: boolean }) {
  const shares = barOf(tookMs, usual);
  const words = `p50 ${formatDuration(usual.p50Ms)}, p95 ${formatDuration(usual.p95Ms)}`;
  return (
    <Tooltip text={words}>
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
