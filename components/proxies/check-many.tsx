"use client";

import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef } from "react";
import { BulkProgressBar } from "@/components/bulk-act/bulk-progress";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button, IconButton } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { useFocusHandoff } from "@/components/ui/return-focus";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { formatCount } from "@/lib/format/numbers";
import { type CheckAll, type CheckProgress, checkMany, useCheckAct } from "./check-act.ts";
import { checkManyLabel, formatProgress, formatResult, foundDown } from "./check-many-messages.ts";

const CheckManyDown = dynamic(() => import("./check-many-down.tsx").then((module) => module.CheckManyDown), {
  ssr: false,
});

/** Checks the selected proxies, or all that match: `all` reads those the page does not have. */
export function CheckManyButton({
  proxies,
  selected,
  all,
}: {
  proxies: readonly FleetProxy[];
  selected: readonly FleetProxy[];
  /** Undefined: the page has all of them. */
  all: CheckAll | undefined;
}) {
  const client = useQueryClient();
  const { act } = useCheckAct();
  const roleReason = useRoleReason("operator");
  const chosen = selected.length > 0 ? selected : proxies;
  const reason =
    roleReason ??
    (act.inFlight ? "Checks are under way already." : undefined) ??
    (chosen.length === 0 ? "There is no proxy to check." : undefined);
  return (
    <Button
      disabledReason={reason}
      pending={all?.reading}
      onClick={() => (selected.length > 0 || all === undefined ? checkMany(client, chosen) : all.start())}
    >
      {checkManyLabel({
        selected: selected.length,
        listed: proxies.length,
        whole: all === undefined,
      })}
    </Button>
  );
}

/** Progress and result of a check job. Stays until dismissed. */
export function CheckManyBanner() {
  const { act, checks } = useCheckAct();
  const away = useRef<HTMLButtonElement>(null);
  const focusHandoffRef = useFocusHandoff();
  const handOver = useFocusHandoff(() => away.current);
  if (checks === undefined) return null;
  const { progress } = checks;
  const over = progress.phase === "over";
  const down = over ? foundDown(checks) : [];
  return (
    <section
      ref={focusHandoffRef}
      aria-label="Checks of many"
      className="grid gap-2 rounded-md border border-line px-3 py-2"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className="min-w-0 flex-1">
          {over ? formatResult(checks) : formatProgress(checks)}
        </p>
        {over ? (
          <IconButton ref={away} label="Put away" size="icon-sm" onClick={() => act.close()}>
            <X />
          </IconButton>
        ) : (
          <Button
            ref={handOver}
            size="sm"
            disabledReason={progress.phase === "stopping" ? "What is under way is awaited." : undefined}
            onClick={() => act.stop()}
          >
            Cancel the rest
          </Button>
        )}
      </div>
      {over ? null : <BulkProgressBar progress={progress} label="Proxies checked" />}
      {down.length === 0 ? null : <CheckManyDown down={down} />}
      {progress.failures.length === 0 ? null : <Failures checks={checks} />}
    </section>
  );
}

function Failures({ checks: { progress, names } }: { checks: CheckProgress }) {
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
