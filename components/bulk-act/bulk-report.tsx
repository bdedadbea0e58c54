"use client";

import clsx from "clsx";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { visibleMarks } from "@/lib/format/visible-marks";
import { bulkReportTexts } from "./bulk-act-messages.ts";
import type { BulkFailure, BulkProgress } from "./bulk-job.ts";

/** The page of an item, and what the item is called: `Invocation 1234`. `text`: shown in place of the id. */
export type ReportLinkTarget = (id: string) => { href: string; name: string; text?: string | undefined };

const lineOf = ({ id, code, message, requestId }: BulkFailure): string =>
  [id, code, message.replaceAll(/\s+/g, " "), requestId ?? ""].join("\t");

/** Result of a bulk action: the summary, failures, unsent items; on demand the rest. */
export function BulkReport({
  summary,
  progress: { failures, unsent, haltedBy },
  link,
  children,
}: {
  /** One sentence without its full stop. */
  summary: string;
  progress: BulkProgress;
  link: ReportLinkTarget;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-4">
      <p role="status" className="font-medium">
        {summary}.
      </p>
      {haltedBy === undefined || unsent.length === 0 ? null : (
        <p className="text-ink-2">
          {visibleMarks(bulkReportTexts.stoppedEarly(haltedBy.message))}
          <span className="font-mono text-label">{visibleMarks(haltedBy.code)}</span>
        </p>
      )}
      {failures.length === 0 ? null : (
        <ReportPart
          title={bulkReportTexts.failures}
          copyLabel={bulkReportTexts.copyFailures}
          copyText={[bulkReportTexts.copiedHeader, ...failures.map(lineOf)].join("\n")}
        >
          {failures.map((failure) => (
            <li key={failure.id} className="grid gap-0.5 px-3 py-1.5">
              <span className="flex flex-wrap items-center gap-x-2">
                <ReportLink id={failure.id} to={link} />
                <span className="font-mono text-label text-bad">{visibleMarks(failure.code)}</span>
              </span>
              <span className="text-ink-2 break-words">{visibleMarks(failure.message)}</span>
              {failure.requestId === undefined ? null : (
                <span className="font-mono text-caption text-ink-3 break-all">
                  {bulkReportTexts.request(failure.requestId)}
                </span>
              )}
            </li>
          ))}
        </ReportPart>
      )}
      {unsent.length === 0 ? null : (
        <ReportPart
          title={bulkReportTexts.notSent}
          copyLabel={bulkReportTexts.copyIdsNotSent}
          copyText={unsent.join("\n")}
        >
          {unsent.map((id) => (
            <li key={id} className="px-3 py-1">
              <ReportLink id={id} to={link} />
            </li>
          ))}
        </ReportPart>
      )}
      {children}
    </div>
  );
}

/** A titled list of a report, with a copy button. */
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

/** Opens in a new tab, because a report is shown only once. */
export function ReportLink({ id, to }: { id: string; to: ReportLinkTarget }) {
  const { href, name, text } = to(id);
  return (
    <Link
      href={href}
      target="_blank"
      aria-label={bulkReportTexts.inANewTab(name)}
      title={text === undefined ? undefined : id}
      className={clsx("break-all text-accent hover:underline", text === undefined && "font-mono text-label")}
    >
      {text ?? id}
    </Link>
  );
}
