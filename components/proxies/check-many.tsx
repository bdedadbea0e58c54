"use client";

import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useSyncExternalStore } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button, IconButton } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { useHandOnFocus } from "@/components/ui/return-focus";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { formatCount } from "@/lib/format/numbers";
import { checkManyLabel, foundDown, progressWords, resultWords } from "./check-many-words.ts";
import { type CheckRunState, checkRunsOf } from "./check-run.ts";
import type { CheckAll } from "./use-check-all.ts";

/** The run of many checks, wherever it was started. */
export function useCheckRuns() {
  const runs = checkRunsOf(useQueryClient());
  const state = useSyncExternalStore(runs.subscribe, runs.state, () => undefined);
  return { runs, state };
}

const CheckManyDown = dynamic(() => import("./check-many-down.tsx").then((module) => module.CheckManyDown), {
  ssr: false,
});

/** Checks the selected proxies, or all that match: `all` reads them where the page does not have them. */
export function CheckManyButton({
  proxies,
  selected,
  all,
}: {
  proxies: readonly FleetProxy[];
  selected: readonly FleetProxy[];
  /** Undefined: the page has all there are. */
  all: CheckAll | undefined;
}) {
  const { runs, state } = useCheckRuns();
  const roleReason = useRoleReason("operator");
  const chosen = selected.length > 0 ? selected : proxies;
  const reason =
    roleReason ??
    (state !== undefined && state.progress.phase !== "over" ? "Checks are under way already." : undefined) ??
    (chosen.length === 0 ? "There is no proxy to check." : undefined);
  return (
    <Button
      disabledReason={reason}
      pending={all?.reading}
      onClick={() => (selected.length > 0 || all === undefined ? runs.start(chosen) : all.start())}
    >
      {checkManyLabel({
        selected: selected.length,
        listed: proxies.length,
        whole: all === undefined,
      })}
    </Button>
  );
}

/** How far the checks of many are, and what came of them. Stands until it is put away. */
export function CheckManyStrip() {
  const { runs, state } = useCheckRuns();
  const away = useRef<HTMLButtonElement>(null);
  const handOn = useHandOnFocus();
  const handOver = useHandOnFocus(() => away.current);
  if (state === undefined) return null;
  const { progress } = state;
  const answered = progress.done.length + progress.failures.length;
  const over = progress.phase === "over";
  const down = over ? foundDown(state) : [];
  return (
    <section
      ref={handOn}
      aria-label="Checks of many"
      className="grid gap-2 rounded-md border border-line px-3 py-2"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className="min-w-0 flex-1">
          {over ? resultWords(state) : progressWords(state)}
        </p>
        {over ? (
          <IconButton ref={away} label="Put away" size="icon-sm" onClick={() => runs.dismiss()}>
            <X />
          </IconButton>
        ) : (
          <Button
            ref={handOver}
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
      {down.length === 0 ? null : <CheckManyDown down={down} />}
      {progress.failures.length === 0 ? null : <Failures state={state} />}
    </section>
  );
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
