"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { BulkProgressView } from "./bulk-progress.tsx";
import type { BulkProgress } from "./bulk-run.ts";

export interface BulkActDialogProps {
  /** Undefined until it is started. */
  progress: BulkProgress | undefined;
  /** What is asked before it is started. */
  asking: {
    title: string;
    form: ReactNode;
    dismiss: string;
    confirm: string;
    danger: boolean;
    /** Why it cannot be started yet. */
    whyNot: string | undefined;
    onConfirm: () => void;
  };
  /** The act under way, in words: `Cancelling 3 runs`. */
  doing: string;
  /** What the bar of progress measures: `Runs answered`. */
  label: string;
  /** So many of what it is done to: `3 runs`. */
  countOf: (count: number) => string;
  /** What came of each, once it is over. */
  report: (over: BulkProgress) => ReactNode;
  onStop: () => void;
  /** `over`: what came of it; undefined when it was never started. */
  onClose: (over: BulkProgress | undefined) => void;
}

/** One act on many things, from what it will do to what came of it. It stays until its calls are answered. */
export function BulkActDialog(props: BulkActDialogProps) {
  const { progress, asking, doing, label, countOf, report, onStop, onClose } = props;
  const [closing, setClosing] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  const phase = progress?.phase ?? "asking";
  const stage = phase === "asking" || phase === "over" ? phase : "sending";

  // The button that was pressed is gone with its stage; the keyboard must not be lost with it.
  useEffect(() => {
    if (stage !== "asking") safe.current?.focus();
  }, [stage]);

  const close = () => (stage === "sending" ? setClosing(true) : onClose(progress));

  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      initialFocus={safe}
      title={stage === "asking" ? asking.title : stage === "over" ? `${doing}: over` : doing}
      foot={
        stage === "asking" ? (
          <>
            <Button ref={safe} onClick={close}>
              {asking.dismiss}
            </Button>
            <Button
              variant={asking.danger ? "danger" : "primary"}
              disabledReason={asking.whyNot}
              onClick={asking.onConfirm}
            >
              {asking.confirm}
            </Button>
          </>
        ) : stage === "over" ? (
          <Button ref={safe} onClick={close}>
            Close
          </Button>
        ) : (
          <Button ref={safe} pending={phase === "stopping"} onClick={onStop}>
            {phase === "stopping" ? "Stopping" : "Stop after those under way"}
          </Button>
        )
      }
    >
      {progress === undefined ? (
        asking.form
      ) : stage === "over" ? (
        report(progress)
      ) : (
        <BulkProgressView progress={progress} closing={closing} label={label} countOf={countOf} />
      )}
    </Dialog>
  );
}
