"use client";

import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import type { BulkFailure, BulkProgress } from "./bulk-run.ts";

const lineOf = ({ id, code, message, requestId }: BulkFailure): string =>
  [id, code, message.replaceAll(/\s+/g, " "), requestId ?? ""].join("\t");

/** What came of acts on many: the summary, what failed, what was not sent; behind it what came of the rest. */
export function BulkReport({
  summary,
  progress: { failures, unsent, haltedBy },
  link,
  children,
}: {
  /** One sentence without its full stop. */
  summary: string;
  progress: BulkProgress;
  /** Leads to the thing of an id. */
  link: (id: string) => ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-4">
      <p role="status" className="font-medium">
        {summary}.
      </p>
      {haltedBy === undefined || unsent.length === 0 ? null : (
        <p className="text-ink-2">
          It stopped by itself: {haltedBy.message}{" "}
          <span className="font-mono text-label">{haltedBy.code}</span>
        </p>
      )}
      {failures.length === 0 ? null : (
        <ReportPart
          title="Failures"
          copyLabel="Copy failures"
          copyText={["id\tcode\tmessage\trequest id", ...failures.map(lineOf)].join("\n")}
        >
          {failures.map((failure) => (
            <li key={failure.id} className="grid gap-0.5 px-3 py-1.5">
              <span className="flex flex-wrap items-center gap-x-2">
                {link(failure.id)}
                <span className="font-mono text-label text-bad">{failure.code}</span>
              </span>
              <span className="text-ink-2 break-words">{failure.message}</span>
              {failure.requestId === undefined ? null : (
                <span className="font-mono text-truth text-ink-3 break-all">request {failure.requestId}</span>
              )}
            </li>
          ))}
        </ReportPart>
      )}
      {unsent.length === 0 ? null : (
        <ReportPart title="Not sent" copyLabel="Copy ids not sent" copyText={unsent.join("\n")}>
          {unsent.map((id) => (
            <li key={id} className="px-3 py-1">
              {link(id)}
            </li>
          ))}
        </ReportPart>
      )}
      {children}
    </div>
  );
}

/** A titled list of a report, with a button that copies it. */
export function ReportPart({
  title,
  copyLabel,
  copyText,
  children,
}: {
  title: string;
  copyLabel: string;
  copyText: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title}>
      <div className="flex h-8 items-center gap-1">
        <h3 className="font-medium">{title}</h3>
        <CopyButton label={copyLabel} text={copyText} />
      </div>
      <ul className="max-h-56 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {children}
      </ul>
    </section>
  );
}
