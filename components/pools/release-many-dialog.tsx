"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { BulkActDialog } from "@/components/layout/bulk-act-dialog";
import { BulkReport } from "@/components/layout/bulk-report";
import { bulkBounds } from "@/components/layout/bulk-run";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { poolHistoryQueries } from "@/lib/queries/pool-history";
import { nameOf } from "./pool-capacity.ts";
import { cheapestFirst, countOf, firstChoice, inPlace, releasedWords, typedIds } from "./release-choice.ts";
import { type ReleaseDraft, ReleaseForm } from "./release-form.tsx";
import { useReleaseRun } from "./use-release-run.ts";

/** Gives acquired browsers back to their pool. */
export function ReleaseManyDialog({
  pool,
  wanted,
  onClose,
  onReleased,
}: {
  pool: Pool;
  /** How many a remedy needs; undefined: it was not a remedy that asked. */
  wanted: number | undefined;
  onClose: () => void;
  onReleased: (sessionIds: readonly string[]) => void;
}) {
  const { progress, start, stop } = useReleaseRun(pool.id);
  const query = useQuery({
    ...poolHistoryQueries.acquired(pool.id),
    refetchInterval: progress === undefined ? paces.refresh.figuresMs : false,
    // What an earlier opening read may be at work by now: nothing is chosen beforehand from that.
    gcTime: 0,
  });
  const acquired = query.data?.data;
  const [draft, setDraft] = useState<ReleaseDraft>({ typed: "", reuse: true, reason: "" });
  const [begun, setBegun] = useState<{ places: readonly string[]; picked: ReadonlySet<string> }>();
  if (acquired !== undefined && begun === undefined)
    setBegun({
      places: cheapestFirst(acquired.sessions).map(({ id }) => id),
      picked: new Set(firstChoice(acquired.sessions, wanted)),
    });

  const sessions = inPlace(acquired?.sessions ?? [], begun?.places ?? []);
  const picked = begun?.picked ?? new Set<string>();
  const listed = sessions.filter(({ id }) => picked.has(id)).map(({ id }) => id);
  const chosen = [...new Set([...listed, ...typedIds(draft.typed)])];
  const choose = (id: string, chosenNow: boolean) => {
    const next = new Set(picked);
    if (chosenNow) next.add(id);
    else next.delete(id);
    setBegun({ places: begun?.places ?? [], picked: next });
  };
  const whyNot =
    chosen.length === 0
      ? "Choose a session, or type its id."
      : chosen.length > bulkBounds.most
        ? `At most ${formatCount(bulkBounds.most)} are released at once.`
        : draft.reason.trim() === ""
          ? "Say why first: it is written to the audit with each of them."
          : undefined;

  return (
    <BulkActDialog
      progress={progress}
      asking={{
        title: `Release browsers of ${nameOf(pool)}`,
        form: (
          <ReleaseForm
            query={query}
            sessions={sessions}
            picked={picked}
            chosen={chosen}
            wanted={wanted}
            draft={draft}
            onChoose={choose}
            onDraft={setDraft}
          />
        ),
        dismiss: "Cancel",
        confirm: chosen.length === 0 ? "Release" : `Release ${countOf(chosen.length)}`,
        danger: true,
        whyNot,
        onConfirm: () => start(chosen, { reason: draft.reason.trim(), reuse: draft.reuse }),
      }}
      doing={`Releasing ${countOf(progress?.total ?? chosen.length)} of ${nameOf(pool)}`}
      label="Releases answered"
      countOf={countOf}
      report={(over) => (
        <BulkReport
          summary={releasedWords(over.done.length, over.failures.length, over.unsent.length)}
          progress={over}
          link={(id) => <SessionLink id={id} />}
        />
      )}
      onStop={stop}
      onClose={(over) => {
        if (over !== undefined) onReleased(over.done.map(({ id }) => id));
        onClose();
      }}
    />
  );
}

/** In a tab of its own: the list of what came of it is shown only once. */
function SessionLink({ id }: { id: string }) {
  return (
    <Link
      href={paths.browser(id)}
      target="_blank"
      aria-label={`Session ${id}, in a new tab`}
      className="font-mono text-label break-all text-accent hover:underline"
    >
      {id}
    </Link>
  );
}
