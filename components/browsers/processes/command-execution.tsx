"use client";

import { useMutation } from "@tanstack/react-query";
import clsx from "clsx";
import { useEffect, useRef, useState } from "react";
import { AnsiText } from "@/components/log-pane/ansi-text";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { notify } from "@/components/ui/toast";
import { formatCount } from "@/lib/format/numbers";
import { followProcess } from "@/lib/queries/process-output";
import { processMutations } from "@/lib/queries/processes";
import { type CommandOutput, noOutput, visibleOutput, withEvent } from "./command-output.ts";
import { useProcessMemory } from "./process-memory.ts";
import { commandRunTexts } from "./process-messages.ts";
import { programOf } from "./program-of.ts";

/** A command that was started, with its output. Closing leaves it running, says so, and adds it to the processes. */
export function CommandExecution({
  id,
  processId,
  command,
  onClose,
}: {
  id: string;
  processId: string;
  command: string;
  onClose: () => void;
}) {
  const { output, failure, isWaiting } = useCommandOutput(id, processId);
  const kill = useMutation(processMutations.kill());
  const { remember } = useProcessMemory();
  const isOver = output.exitCode !== undefined;
  const error = failure ?? kill.error;
  const close = () => {
    // No log names a command.
    if (!isOver) remember(id, programOf(command), processId);
    if (!isOver && failure === null) notify.note(commandRunTexts.theCommandKeepsRunning, command);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      title={commandRunTexts.runCommand}
      description={<code className="font-mono text-label break-all">{command}</code>}
      width="lg"
      notice={
        <div className="grid gap-2">
          <p
            role="status"
            className={clsx("text-label", (output.exitCode ?? 0) > 0 ? "text-bad" : "text-ink-2")}
          >
            {isWaiting ? commandRunTexts.outputWaits : statusOf(output, failure)}
          </p>
          {error === null ? null : (
            <ErrorState
              shape="strip"
              error={error}
              title={failure === null ? commandRunTexts.notStopped : commandRunTexts.noMoreOutput}
            />
          )}
        </div>
      }
      foot={
        <>
          <CopyButton text={visibleOutput(output)} label={commandRunTexts.copyOutput} />
          <Button
            variant="danger"
            pending={kill.isPending}
            disabledReason={isOver ? commandRunTexts.theCommandHasEnded : undefined}
            onClick={() => kill.mutate({ id, processId, signal: "TERM", reason: "" })}
          >
            {commandRunTexts.stop}
          </Button>
          <Button onClick={close}>
            {isOver ? commandRunTexts.close : commandRunTexts.closeAndKeepRunning}
          </Button>
        </>
      }
    >
      <OutputText output={output} />
    </Dialog>
  );
}

function statusOf({ exitCode }: CommandOutput, failure: Error | null): string {
  if (exitCode === undefined)
    return failure === null ? commandRunTexts.running : commandRunTexts.maybeStillRunning;
  if (exitCode === null) return commandRunTexts.endedWithoutExitCode;
  return exitCode === -1 ? commandRunTexts.endedByASignal : commandRunTexts.endedWithExitCode(exitCode);
}

function OutputText({ output: { parts, dropped } }: { output: CommandOutput }) {
  const box = useRef<HTMLElement>(null);
  const atEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is written
  useEffect(() => {
    if (atEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [parts]);
  return (
    <section
      ref={box}
      aria-label={commandRunTexts.output}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
      className="h-[45vh] overflow-auto rounded-md bg-sunk p-2"
    >
      {dropped === 0 ? null : (
        <p className="text-label text-warn">{commandRunTexts.firstCharactersDropped(formatCount(dropped))}</p>
      )}
      <pre className="font-mono text-label whitespace-pre-wrap break-words">
        {parts.map(({ id, stream, text }) => (
          <span key={id} className={clsx(stream === "stderr" && "text-warn")} title={stream}>
            <AnsiText text={text} />
          </span>
        ))}
      </pre>
    </section>
  );
}

/** Reads the output once: the API gives each part to one reader only. */
function useCommandOutput(id: string, processId: string) {
  const [output, setOutput] = useState(noOutput);
  const [failure, setFailure] = useState<Error | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    followProcess({ id, processId }, (event) => setOutput((now) => withEvent(now, event)), {
      signal: stop.signal,
      onWait: setWaiting,
    }).catch((error: unknown) => {
      if (!stop.signal.aborted) setFailure(error instanceof Error ? error : new Error(String(error)));
    });
    return () => stop.abort();
  }, [id, processId]);
  return { output, failure, isWaiting };
}
