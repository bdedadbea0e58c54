"use client";

import { X } from "lucide-react";
import { useRef } from "react";
import { announcedStep, BulkProgressBar } from "@/components/bulk-act/bulk-progress";
import { Button, IconButton } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { ProgressStatus } from "@/components/ui/progress-status";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { formatCount } from "@/lib/format/numbers";
import type { CheckProgress, useCheckAct } from "./check-act.ts";
import { CheckManyDown } from "./check-many-down.tsx";
import { formatProgress, formatResult, foundDown } from "./check-many-messages.ts";
import { checkProgressBannerTexts } from "./proxy-on-demand-messages.ts";

/** Progress and result of a check job. Stays until dismissed. */
export function CheckProgressBanner({
  act,
  checks,
}: ReturnType<typeof useCheckAct> & { checks: CheckProgress }) {
  const away = useRef<HTMLButtonElement>(null);
  const focusHandoffRef = useFocusHandoff();
  const handOver = useFocusHandoff(() => away.current);
  const { progress } = checks;
  const over = progress.phase === "over";
  const down = over ? foundDown(checks) : [];
  return (
    <section
      ref={focusHandoffRef}
      aria-label={checkProgressBannerTexts.checks}
      className="grid gap-2 rounded-md border border-line px-3 py-2"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1">
          <ProgressStatus
            text={over ? formatResult(checks) : formatProgress(checks)}
            {...announcedStep(progress)}
          />
        </p>
        {over ? (
          <IconButton
            ref={away}
            label={checkProgressBannerTexts.dismiss}
            size="icon-sm"
            onClick={() => act.close()}
          >
            <X />
          </IconButton>
        ) : (
          <Button
            ref={handOver}
            size="sm"
            disabledReason={
              progress.phase === "stopping" ? checkProgressBannerTexts.waitingForTheLastChecks : undefined
            }
            onClick={() => act.stop()}
          >
            {checkProgressBannerTexts.stop}
          </Button>
        )}
      </div>
      {over ? null : <BulkProgressBar progress={progress} label={checkProgressBannerTexts.proxiesChecked} />}
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
        {checkProgressBannerTexts.couldNotBeChecked(formatCount(progress.failures.length))}
      </summary>
      <ul className="mt-1 grid max-h-48 gap-1 overflow-y-auto text-label">
        {progress.failures.map(({ id, code, message }) => (
          <li key={id} className="break-words">
            <span className="font-medium">{names.get(id) ?? id}</span>{" "}
            <span className="font-mono text-bad">{code}</span> <span className="text-ink-2">{message}</span>
          </li>
        ))}
      </ul>
      <CopyButton text={text} label={checkProgressBannerTexts.copyFailures} />
    </details>
  );
}
