"use client";

import { useEffect, useRef, useState } from "react";
import { BulkProgressView } from "@/components/layout/bulk-progress";
import { bulkBounds } from "@/components/layout/bulk-run";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
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

/** One act on many runs, from what it will do to what came of it. It stays until its calls are answered. */
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
  const [closing, setClosing] = useState(false);
  const { progress, start, stop } = useBulkRun(request, act, plan.runs);
  const safe = useRef<HTMLButtonElement>(null);
  const say = words[act];
  const runs = countOf(plan.runs.length);
  const doing = doingWords[act](plan.runs.length);
  const phase = progress?.phase ?? "asking";
  const stage = phase === "asking" || phase === "over" ? phase : "sending";

  // The button that was pressed is gone with its stage; the keyboard must not be lost with it.
  useEffect(() => {
    if (stage !== "asking") safe.current?.focus();
  }, [stage]);

  const close = () => {
    if (stage === "sending") return setClosing(true);
    if (progress !== undefined && progress.done.length > 0) request.onDone();
    onClose();
  };
  const whyNot =
    plan.runs.length === 0
      ? say.none
      : plan.runs.length > bulkBounds.most
        ? `An act takes at most ${formatCount(bulkBounds.most)} runs.`
        : reason.trim() === ""
          ? "Say why first: it is written to the audit with each call."
          : undefined;

  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      initialFocus={safe}
      title={stage === "asking" ? say.title(runs) : stage === "over" ? `${doing}: over` : doing}
      foot={
        stage === "asking" ? (
          <>
            <Button ref={safe} onClick={close}>
              {say.dismiss}
            </Button>
            <Button
              variant={act === "cancel" ? "danger" : "primary"}
              disabledReason={whyNot}
              onClick={() => start(reason.trim())}
            >
              {say.confirm(runs)}
            </Button>
          </>
        ) : stage === "over" ? (
          <Button ref={safe} onClick={close}>
            Close
          </Button>
        ) : (
          <Button ref={safe} pending={phase === "stopping"} onClick={stop}>
            {phase === "stopping" ? "Stopping" : "Stop after those under way"}
          </Button>
        )
      }
    >
      {progress === undefined ? (
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
      ) : stage === "over" ? (
        <BulkResult act={act} progress={progress} skipped={plan.skipped} />
      ) : (
        <BulkProgressView progress={progress} closing={closing} label="Runs answered" countOf={countOf} />
      )}
    </Dialog>
  );
}
