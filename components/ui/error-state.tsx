"use client";

import clsx from "clsx";
import { type Failure, readFailure } from "@/lib/format/error-message";
import { resultNotKnown } from "@/lib/format/failure-messages";
import { visibleMarks } from "@/lib/format/visible-marks";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { useFocusHandoff } from "./return-focus.ts";
import { StatusGlyph } from "./status-glyph.tsx";
import { errorStateTexts } from "./ui-messages.ts";

/**
 * An error: code, message, request id, Retry. `block` replaces the content; `strip` is above content that is
 * still shown. Of an act that may have been done, the title says that instead.
 */
export function ErrorState({
  error,
  title = errorStateTexts.thisCouldNotBeLoaded,
  onRetry,
  retrying = false,
  shape = "block",
}: {
  /** Any thrown value. */
  error: unknown;
  title?: string;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  shape?: "block" | "strip";
}) {
  const failure = readFailure(error);
  const focusHandoffRef = useFocusHandoff();
  return (
    <div
      ref={focusHandoffRef}
      role="alert"
      className={clsx(
        shape === "strip"
          ? "flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-bad-bg px-3 py-1.5"
          : "grid justify-items-center gap-2 py-12 sm:px-4 text-center",
      )}
    >
      <p className="flex items-center gap-1.5 font-medium text-bad">
        <StatusGlyph glyph="cross" />
        {failure.isOutcomeUnknown ? resultNotKnown : visibleMarks(title)}
      </p>
      <p
        className={clsx(
          "min-w-0 text-ink-2 break-words",
          shape === "block" ? "max-w-lg text-balance" : "flex-1 basis-60",
        )}
      >
        {visibleMarks(failure.message)}
      </p>
      <FailureIds failure={failure} shape={shape} />
      {onRetry === undefined ? null : (
        <Button size={shape === "strip" ? "sm" : "md"} pending={retrying} onClick={onRetry}>
          {errorStateTexts.retry}
        </Button>
      )}
    </div>
  );
}

function FailureIds({ failure, shape }: { failure: Failure; shape: "block" | "strip" }) {
  const code = failure.status === undefined ? failure.code : `${failure.status} ${failure.code}`;
  return (
    <p
      // Each retry has another request id: only the first is announced, with the rest of the alert.
      aria-live="off"
      className={clsx(
        "flex flex-wrap items-center gap-x-2 font-mono text-caption text-ink-2",
        shape === "block" && "justify-center",
      )}
    >
      <span>{visibleMarks(code)}</span>
      {failure.requestId === undefined ? null : (
        <span className="inline-flex items-center gap-0.5">
          {errorStateTexts.request(failure.requestId)}
          <CopyButton text={failure.requestId} label={errorStateTexts.copyRequestId} />
        </span>
      )}
    </p>
  );
}
