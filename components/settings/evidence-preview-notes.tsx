"use client";

import { useQuery } from "@tanstack/react-query";
import { useDebouncedText } from "@/components/json-editor/use-debounced-text";
import { QueryError } from "@/components/layout/query-error";
import { Skeleton } from "@/components/ui/skeleton";
import { type EvidenceSettings, evidenceKinds, evidenceSettings } from "@/lib/bff/evidence";
import { parseStored } from "@/lib/format/parse-stored";
import { evidenceQueries } from "@/lib/queries/evidence";
import { kindNames } from "./evidence-messages.ts";
import { formatOverflow, formatPreview } from "./evidence-preview-messages.ts";
import { evidencePreviewNotesTexts } from "./setting-on-demand-messages.ts";

/** What the settings of a form would have stored; `settings` undefined while they are not complete. */
export function EvidencePreviewNotes({ settings }: { settings: EvidenceSettings | undefined }) {
  const text = useDebouncedText(settings === undefined ? "" : JSON.stringify(settings));
  const previewed = text === "" ? undefined : parseStored(evidenceSettings, text);
  return (
    <section aria-label={evidencePreviewNotesTexts.preview} className="grid gap-1 border-t border-line pt-3">
      <h3 className="text-label font-medium text-ink-2">{evidencePreviewNotesTexts.withTheseSettings}</h3>
      {settings === undefined || previewed === undefined ? (
        <p className="text-ink-3">{evidencePreviewNotesTexts.completeTheFieldsAbove}</p>
      ) : (
        <Preview settings={previewed} />
      )}
    </section>
  );
}

function Preview({ settings }: { settings: EvidenceSettings }) {
  const query = useQuery(evidenceQueries.preview(settings));
  const preview = query.data;
  if (query.error !== null) return <QueryError query={query} shape="strip" />;
  if (preview === undefined) return <Skeleton className="h-20 w-full" />;
  const { data, observedAtMs } = preview;
  const overflow = formatOverflow(data, settings);
  return (
    <div role="status" aria-busy={query.isPlaceholderData} className="grid gap-1">
      <dl className="grid grid-cols-[fit-content(9rem)_minmax(0,1fr)] gap-x-3 gap-y-1">
        {evidenceKinds.map((kind) => (
          <div key={kind} className="contents">
            <dt className="text-ink-3">{kindNames[kind]}</dt>
            <dd className="min-w-0 break-words">{formatPreview(data, kind, observedAtMs)}</dd>
          </div>
        ))}
      </dl>
      {overflow === undefined ? null : (
        <p className="rounded-md bg-warn-bg px-3 py-1.5 text-label text-warn">{overflow}</p>
      )}
    </div>
  );
}
