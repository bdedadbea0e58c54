"use client";

import { useState } from "react";
import { BulkActDialog } from "@/components/layout/bulk-act-dialog";
import { bulkBounds } from "@/components/layout/bulk-run";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { formatCount } from "@/lib/format/numbers";
import { type BulkAct, countOf, planOf } from "./bulk-plan.ts";
import type { BulkRequest } from "./bulk-request.ts";
import { BulkResult } from "./bulk-result.tsx";
import { doingWords } from "./bulk-words.ts";
import { useBulkRun } from "./use-bulk-run.ts";

const words = {
  again: {
    title: (runs: string) => `Run ${runs} again?`,
    confirm: (runs: string) => `Run ${runs} again`,
    dismiss: "Cancel",
    none: "None of these can be invoked again.",
  },
  cancel: {
    title: (runs: string) => `Cancel ${runs}?`,
    confirm: (runs: string) => `Cancel ${runs}`,
    dismiss: "Keep running",
    none: "None of these is queued or running.",
  },
} as const satisfies Record<BulkAct, unknown>;

/** One act on many runs. */
export function BulkDialog({
  act,
  request,
  onClose,
}: {
  act: BulkAct;
  request: BulkRequest;
  onClose: () => void;
}) {
  const [plan] = useState(() => planOf(act, request.runs));
  const [reason, setReason] = useState("");
  const { progress, start, stop } = useBulkRun(request, act, plan.runs);
  const say = words[act];
  const runs = countOf(plan.runs.length);
  const whyNot =
    plan.runs.length === 0
      ? say.none
      : plan.runs.length > bulkBounds.most
        ? `An act takes at most ${formatCount(bulkBounds.most)} runs.`
        : reason.trim() === ""
          ? "Say why first: it is written to the audit with each call."
          : undefined;

  return (
    <BulkActDialog
      progress={progress}
      asking={{
        title: say.title(runs),
        form: (
          <div className="grid gap-3">
            <ul className="grid gap-1 text-ink-2">
              {plan.effects.map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
            </ul>
            <Field label="Reason">
              <Textarea
                rows={2}
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </Field>
          </div>
        ),
        dismiss: say.dismiss,
        confirm: say.confirm(runs),
        danger: act === "cancel",
        whyNot,
        onConfirm: () => start(reason.trim()),
      }}
      doing={doingWords[act](plan.runs.length)}
      label="Runs answered"
      countOf={countOf}
      report={(over) => <BulkResult act={act} progress={over} skipped={plan.skipped} />}
      onStop={stop}
      onClose={(over) => {
        if (over !== undefined && over.done.length > 0) request.onDone();
        onClose();
      }}
    />
  );
}
