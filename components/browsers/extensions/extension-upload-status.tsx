"use client";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyableId } from "@/components/ui/description-list";
import { ErrorState } from "@/components/ui/error-state";
import { useClockText } from "@/components/ui/use-now";
import { formatBytes, formatPercent } from "@/lib/format/numbers";
import { type ExtensionUploadState, type UploadOutcome, uploads } from "./extension-upload.ts";

const afterwards = {
  "as it was": "Nothing changed.",
  unclear:
    "It is not known whether the extensions were loaded. Check the list below before you load them again.",
  ended: "The browser has ended.",
} as const satisfies Record<UploadOutcome, string>;

/** Progress and outcome of an upload. */
export function ExtensionUploadStatus({ id, upload }: { id: string; upload: ExtensionUploadState }) {
  const dismiss = (
    <Button size="sm" variant="ghost" onClick={() => uploads.set(id, () => ({ phase: "none" }))}>
      Dismiss
    </Button>
  );
  switch (upload.phase) {
    case "none":
      return null;
    case "uploading": {
      const share = upload.totalBytes === 0 ? 0 : upload.sentBytes / upload.totalBytes;
      return (
        <Running label="Uploading" startedAtMs={upload.startedAtMs} share={share}>
          <span className="font-mono text-label">
            {formatBytes(upload.sentBytes)} of {formatBytes(upload.totalBytes)}
          </span>
          <Button size="sm" onClick={upload.stop}>
            Stop
          </Button>
        </Running>
      );
    }
    case "restarting":
      return (
        <Running label="Checking the extensions and restarting Chromium" startedAtMs={upload.startedAtMs} />
      );
    case "returning":
      return <Running label="Waiting for the browser to answer" startedAtMs={upload.startedAtMs} />;
    case "stopped":
      return (
        <p role="status" className="flex items-center gap-3 rounded-md border border-line px-3 py-1.5">
          <span className="flex-1">Upload stopped. Nothing changed.</span>
          {dismiss}
        </p>
      );
    case "loaded":
      return (
        <section
          role="status"
          aria-label="Extensions loaded"
          className="grid gap-1.5 rounded-md bg-ok-bg px-3 py-2"
        >
          <p className="flex items-center gap-3 font-medium text-ok">
            <span className="flex-1">The browser is running again with the extensions loaded.</span>
            {dismiss}
          </p>
          <ul aria-label="Loaded" className="flex flex-wrap gap-1.5">
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
            <p className="text-label text-warn">Some of them are missing from the list below.</p>
          )}
          {upload.requestId === undefined ? null : (
            <p className="flex flex-wrap items-center gap-1 text-caption text-ink-2">
              request <CopyableId id={upload.requestId} what="request id" />
            </p>
          )}
        </section>
      );
    case "silent":
      return (
        <p role="alert" className="flex items-center gap-3 rounded-md bg-warn-bg px-3 py-2 text-warn">
          <span className="flex-1">
            {upload.names.join(", ")} loaded, but the browser has not answered for a minute.
          </span>
          {dismiss}
        </p>
      );
    case "failed":
      return (
        <div className="grid gap-1.5 rounded-md border border-line p-2">
          <ErrorState error={upload.error} title="Not loaded" shape="strip" />
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
    <section aria-label="Upload" className="grid gap-2 rounded-md border border-line px-3 py-2">
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
