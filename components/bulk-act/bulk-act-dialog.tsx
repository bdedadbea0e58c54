"use client";

import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useHoldPage } from "@/components/form/use-hold-page";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ReasonField, useReason } from "@/components/ui/reason-field";
import { dialogButtonsTexts } from "@/components/ui/ui-messages";
import { useTextDraft } from "@/components/ui/use-draft";
import { type BulkAct, useBulkAct } from "./bulk-act.ts";
import { bulkActDialogTexts } from "./bulk-act-messages.ts";
import type { BulkProgress } from "./bulk-job.ts";
import { BulkProgressView } from "./bulk-progress.tsx";

export interface BulkActDialogProps<Subject> {
  /** Opened. */
  act: BulkAct<Subject>;
  /** The confirmation step. */
  asking: {
    title: string;
    form: ReactNode;
    /** What not doing it is called, where the act is itself called cancelling. */
    dismiss?: string | undefined;
    confirm: string;
    danger: boolean;
    /** Why it cannot be started yet. */
    whyNot: string | undefined;
    /** Names the stored draft of the reason: the act and what it is done to. */
    draft: string;
    /** The drafts of the form are not needed any more: the act has begun to be done, or the dialog is cancelled. */
    onForget?: (() => void) | undefined;
    /** Starts the act. Receives the trimmed reason. */
    onConfirm: (reason: string) => void;
  };
  /** The action in progress: `Cancelling 3 invocations`. */
  doing: string;
  /** Name of the progress bar: `Invocations answered`. */
  label: string;
  /** Formats a number of targets: `3 invocations`. */
  countOf: (count: number) => string;
  /** The result of each, once finished. */
  report: (over: BulkProgress) => ReactNode;
  /** `over`: the final progress; undefined when it was never started. */
  onClose: (over: BulkProgress | undefined) => void;
}

/** For a button that takes the place of another: the second click of a double click there was not meant for it. */
const unlessRepeated =
  (act: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail < 2) act();
  };

/**
 * One action on many items, from confirmation to report. It stays open until all calls have been answered.
 */
export function BulkActDialog<Subject>(props: BulkActDialogProps<Subject>) {
  const { act, asking, doing, label, countOf, report, onClose } = props;
  const progress = useBulkAct(act)?.progress;
  // As it was when the dialog opened: what was typed stays with it.
  const [draft] = useState(asking.draft);
  const kept = useTextDraft(draft, true);
  const why = useReason(kept, { required: true, open: true });
  const [closing, setClosing] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  const phase = progress?.phase ?? "asking";
  const stage = phase === "asking" || phase === "over" ? phase : "sending";

  // The report is stored nowhere.
  useHoldPage(stage !== "asking");

  // The focused button disappears with its stage; the focus moves on.
  useEffect(() => {
    if (stage !== "asking") safe.current?.focus();
  }, [stage]);

  const forget = useEffectEvent(() => {
    kept.forget();
    asking.onForget?.();
  });
  const isDone = progress !== undefined && progress.done.length > 0;
  useEffect(() => {
    if (isDone) forget();
  }, [isDone]);

  const close = () => {
    if (stage === "sending") setClosing(true);
    else onClose(progress);
  };
  const cancel = () => {
    kept.forget();
    asking.onForget?.();
    close();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      initialFocus={safe}
      title={
        stage === "asking" ? asking.title : stage === "over" ? bulkActDialogTexts.finished(doing) : doing
      }
      foot={
        stage === "asking" ? (
          <>
            <Button ref={safe} onClick={cancel}>
              {asking.dismiss ?? dialogButtonsTexts.cancel}
            </Button>
            <Button
              variant={asking.danger ? "danger" : "primary"}
              disabledReason={asking.whyNot}
              onClick={() => (why.isGiven() ? asking.onConfirm(why.reason) : undefined)}
            >
              {asking.confirm}
            </Button>
          </>
        ) : stage === "over" ? (
          <Button ref={safe} onClick={unlessRepeated(close)}>
            {bulkActDialogTexts.close}
          </Button>
        ) : (
          <Button ref={safe} pending={phase === "stopping"} onClick={unlessRepeated(() => act.stop())}>
            {phase === "stopping" ? bulkActDialogTexts.stopping : bulkActDialogTexts.stop}
          </Button>
        )
      }
    >
      {progress === undefined ? (
        <div className="grid gap-3">
          {asking.form}
          <ReasonField {...why.field} />
        </div>
      ) : stage === "over" ? (
        report(progress)
      ) : (
        <BulkProgressView progress={progress} closing={closing} label={label} countOf={countOf} />
      )}
    </Dialog>
  );
}
