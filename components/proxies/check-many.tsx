"use client";

import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { bulkBounds } from "@/components/layout/bulk-run";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button, IconButton } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { formatCount } from "@/lib/format/numbers";
import { type CheckRunState, checkRunsOf } from "./check-run.ts";

/** The run of many checks, wherever it was started. */
export function useCheckRuns() {
  const runs = checkRunsOf(useQueryClient());
  const state = useSyncExternalStore(runs.subscribe, runs.state, () => undefined);
  return { runs, state };
}

const countOf = (count: number) => `${formatCount(count)} ${count === 1 ? "proxy" : "proxies"}`;

/** Checks the selected proxies, or all that are on the page. */
export function CheckManyButton({
  proxies,
  selected,
}: {
  proxies: readonly FleetProxy[];
  selected: readonly FleetProxy[];
}) {
  const { runs, state } = useCheckRuns();
  const roleReason = useRoleReason("operator");
  const chosen = selected.length > 0 ? selected : proxies;
  const reason =
    roleReason ??
    (state !== undefined && state.progress.phase !== "over" ? "Checks are under way already." : undefined) ??
    (chosen.length === 0 ? "There is no proxy to check." : undefined) ??
    (chosen.length > bulkBounds.most
      ? `At most ${formatCount(bulkBounds.most)} are checked at once; ${formatCount(chosen.length)} are chosen.`
      : undefined);
  return (
    <Button disabledReason={reason} onClick={() => runs.start(chosen)}>
      {selected.length > 0
        ? `Check ${formatCount(selected.length)} selected`
        : `Check all ${formatCount(proxies.length)}`}
    </Button>
  );
}

/** How far the checks of many are, and what came of them. Stands until it is put away. */
export function CheckManyStrip() {
  const { runs, state } = useCheckRuns();
  if (state === undefined) return null;
  const { progress } = state;
  const answered = progress.done.length + progress.failures.length;
  const over = progress.phase === "over";
  return (
    <section aria-label="Checks of many" className="grid gap-2 rounded-md border border-line px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className="min-w-0 flex-1">
          {over ? resultWords(state) : progressWords(state)}
        </p>
        {over ? (
          <IconButton label="Put away" size="icon-sm" onClick={() => runs.dismiss()}>
            <X />
          </IconButton>
        ) : (
          <Button
            size="sm"
            disabledReason={progress.phase === "stopping" ? "What is under way is awaited." : undefined}
            onClick={() => runs.cancel()}
          >
            Cancel the rest
          </Button>
        )}
      </div>
      {over ? null : (
        <progress
          aria-label="Proxies checked"
          value={answered}
          max={progress.total}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-running [&::-moz-progress-bar]:bg-running"
        />
      )}
      {progress.failures.length === 0 ? null : <Failures state={state} />}
    </section>
  );
}

function progressWords({ progress }: CheckRunState): string {
  const { total, done, failures, underWay, phase } = progress;
  const failed = failures.length === 0 ? "" : `, ${formatCount(failures.length)} could not be made`;
  const tail =
    phase === "stopping"
      ? `; waiting for ${formatCount(underWay)} under way`
      : phase === "paused"
        ? "; paused, as the API asks"
        : "";
  return `Checking: ${formatCount(done.length + failures.length)} of ${countOf(total)}${failed}${tail}.`;
}

function resultWords({ progress, verdicts }: CheckRunState): string {
  const { done, failures, unsent, haltedBy } = progress;
  const counts = new Map<string, number>();
  for (const verdict of verdicts.values()) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const parts = [
    `${countOf(done.length)} checked`,
    ...[...counts].sort().map(([verdict, count]) => `${formatCount(count)} ${verdict}`),
    ...(failures.length === 0 ? [] : [`${formatCount(failures.length)} could not be checked`]),
    ...(unsent.length === 0 ? [] : [`${formatCount(unsent.length)} not sent`]),
  ];
  return `${parts.join(", ")}.${haltedBy === undefined ? "" : ` It stopped by itself: ${haltedBy.message}`}`;
}

function Failures({ state: { progress, names } }: { state: CheckRunState }) {
  const text = progress.failures.map(({ id, code, message }) => `${id}\t${code}\t${message}`).join("\n");
  return (
    <details>
      <summary className="cursor-default text-label text-bad">
        {formatCount(progress.failures.length)} could not be checked
      </summary>
      <ul className="mt-1 grid max-h-48 gap-1 overflow-y-auto text-label">
        {progress.failures.map(({ id, code, message }) => (
          <li key={id} className="break-words">
            <span className="font-medium">{names.get(id) ?? id}</span>{" "}
            <span className="font-mono text-bad">{code}</span> <span className="text-ink-2">{message}</span>
          </li>
        ))}
      </ul>
      <CopyButton text={text} label="Copy failures" />
    </details>
  );
}
