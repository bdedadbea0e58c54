"use client";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyableId } from "@/components/ui/description-list";
import { ErrorState } from "@/components/ui/error-state";
import { useClockText } from "@/components/ui/use-now";
import { formatBytes, formatPercent } from "@/lib/format/numbers";
import { extensionUploadStatusTexts } from "./extension-messages.ts";
import { type ExtensionUploadState, type UploadOutcome, uploads } from "./extension-upload.ts";

const afterwards = {
  unchanged: extensionUploadStatusTexts.nothingChanged,
  unclear: extensionUploadStatusTexts.outcomeUnknown,
  ended: extensionUploadStatusTexts.theBrowserHasEnded,
} as const satisfies Record<UploadOutcome, string>;

/** Progress and outcome of an upload. */
export function ExtensionUploadStatus({ id, upload }: { id: string; upload: ExtensionUploadState }) {
  const dismiss = (
    <Button size="sm" variant="ghost" onClick={() => uploads.set(id, () => ({ phase: "none" }))}>
      {extensionUploadStatusTexts.dismiss}
    </Button>
  );
  switch (upload.phase) {
    case "none":
      return null;
    case "uploading": {
      const share = upload.totalBytes === 0 ? 0 : upload.sentBytes / upload.totalBytes;
      return (
        <Running label={extensionUploadStatusTexts.uploading} startedAtMs={upload.startedAtMs} share={share}>
          <span className="font-mono text-label">
            {extensionUploadStatusTexts.sentOfTotal({
              sent: formatBytes(upload.sentBytes),
              total: formatBytes(upload.totalBytes),
            })}
          </span>
          <Button size="sm" onClick={upload.stop}>
            {extensionUploadStatusTexts.stop}
          </Button>
        </Running>
      );
    }
    case "restarting":
      return (
        <Running label={extensionUploadStatusTexts.checkingAndRestarting} startedAtMs={upload.startedAtMs} />
      );
    case "returning":
      return (
        <Running label={extensionUploadStatusTexts.waitingForBrowser} startedAtMs={upload.startedAtMs} />
      );
    case "stopped":
      return (
        <p role="status" className="flex items-center gap-3 rounded-md border border-line px-3 py-1.5">
          <span className="flex-1">{extensionUploadStatusTexts.uploadStopped}</span>
          {dismiss}
        </p>
      );
    case "loaded":
      return (
        <section
          role="status"
          aria-label={extensionUploadStatusTexts.extensionsLoaded}
          className="grid gap-1.5 rounded-md bg-ok-bg px-3 py-2"
        >
          <p className="flex items-center gap-3 font-medium text-ok">
            <span className="flex-1">{extensionUploadStatusTexts.browserRunningAgain}</span>
            {dismiss}
          </p>
          <ul aria-label={extensionUploadStatusTexts.loaded} className="flex flex-wrap gap-1.5">
            {upload.names.map((name) => (
              <li key={name}>
                <Badge tone="ok" glyph="disc">
                  {name}
                </Badge>
              </li>
            ))}
          </ul>
          {upload.placed === undefined ||
          upload.names.every((name) => upload.placed?.includes(name)) ? null : (
            <p className="text-label text-warn">{extensionUploadStatusTexts.someMissingInList}</p>
          )}
          {upload.requestId === undefined ? null : (
            <p className="flex flex-wrap items-center gap-1 text-caption text-ink-2">
              {extensionUploadStatusTexts.request}
              <CopyableId id={upload.requestId} what={extensionUploadStatusTexts.requestId} />
            </p>
          )}
        </section>
      );
    case "silent":
      return (
        <p role="alert" className="flex items-center gap-3 rounded-md bg-warn-bg px-3 py-2 text-warn">
          <span className="flex-1">
            {extensionUploadStatusTexts.loadedButNoAnswer(upload.names.join(", "))}
          </span>
          {dismiss}
        </p>
      );
    case "failed":
      return (
        <div className="grid gap-1.5 rounded-md border border-line p-2">
          <ErrorState error={upload.error} title={extensionUploadStatusTexts.notLoaded} shape="strip" />
          <p role="status" className="flex items-center gap-3 px-1">
            <span className="flex-1">{afterwards[upload.after]}</span>
            {dismiss}
          </p>
        </div>
      );
  }
}

function Running({
  label,
  startedAtMs,
  share,
  children,
}: {
  label: string;
  startedAtMs: number;
  /** 0 to 1; undefined if unknown. */
  share?: number;
  children?: React.ReactNode;
}) {
  const elapsed = useClockText(
    (nowMs) => `${Math.max(0, Math.floor((nowMs - startedAtMs) / 1000))} s`,
    "0 s",
  );
  const known =
    share === undefined
      ? {}
      : { "aria-valuenow": Math.round(share * 100), "aria-valuetext": formatPercent(share) };
  return (
    <section
      aria-label={extensionUploadStatusTexts.upload}
      className="grid gap-2 rounded-md border border-line px-3 py-2"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span role="status" className="min-w-0 flex-1 font-medium">
          {label}
        </span>
        <span className="font-mono text-label text-ink-2">{elapsed}</span>
        {children}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...known}
        className="h-1 overflow-hidden rounded-full bg-line"
      >
        <div
          className={`h-full origin-left bg-accent transition-transform ${share === undefined ? "animate-wait" : ""}`}
          style={{ transform: `scaleX(${share ?? 1})` }}
        />
      </div>
    </section>
  );
}
