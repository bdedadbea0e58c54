"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { BulkAct, useBulkAct } from "@/components/bulk-act/bulk-act";
import { BulkActDialog } from "@/components/bulk-act/bulk-act-dialog";
import { type BulkProgress, bulkBounds, bulkSummary } from "@/components/bulk-act/bulk-job";
import { BulkReport } from "@/components/bulk-act/bulk-report";
import { useTextDraft } from "@/components/ui/use-draft";
import type { AcquiredSession } from "@/lib/bff/pool-acquired";
import type { Pool } from "@/lib/contract/pools";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { poolHistoryQueries } from "@/lib/queries/pool-history";
import { poolMutations } from "@/lib/queries/pool-mutations";
import { runMutation } from "@/lib/queries/run-mutation";
import { nameOf } from "../pool-capacity.ts";
import { releaseManyDialogTexts } from "../pool-on-demand-messages.ts";
import { cheapestFirst, firstChoice, inPreviousOrder, typedIds } from "./release-choice.ts";
import { type ReleaseDraft, ReleaseForm } from "./release-form.tsx";

/** Releases acquired browsers. */
export function ReleaseManyDialog({
  pool,
  wanted,
  onClose,
  onReleased,
}: {
  pool: Pool;
  /** How many a remedy needs; undefined: not opened by a remedy. */
  wanted: number | undefined;
  onClose: () => void;
  onReleased: (sessionIds: readonly string[]) => void;
}) {
  const client = useQueryClient();
  const [act] = useState(() => new BulkAct(pool.id));
  const progress = useBulkAct(act)?.progress;
  const query = useQuery({
    ...poolHistoryQueries.acquired(pool.id),
    refetchInterval: progress === undefined ? paces.refresh.figuresMs : false,
    // A cached list may be outdated, and a preselected session busy by now: nothing is preselected from it.
    gcTime: 0,
  });
  const kept = useTextDraft(`release-ids-${pool.id}`, true);
  const [reuse, setReuse] = useState(true);
  const draft = { typed: kept.text, reuse };
  const setDraft = (next: ReleaseDraft) => {
    if (next.typed !== kept.text) kept.type(next.typed);
    setReuse(next.reuse);
  };
  const { sessions, picked, choose } = useReleaseChoice(query.data?.data.sessions, wanted);
  const listed = sessions.filter(({ id }) => picked.has(id)).map(({ id }) => id);
  const chosen = [...new Set([...listed, ...typedIds(draft.typed)])];
  const summaryOf = (end: BulkProgress) =>
    bulkSummary(releaseManyDialogTexts.released(formatCountOf(end.done.length, "browser")), end);

  return (
    <BulkActDialog
      act={act}
      asking={{
        title: releaseManyDialogTexts.releaseBrowsersOf(nameOf(pool)),
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
        confirm:
          chosen.length === 0
            ? releaseManyDialogTexts.release
            : releaseManyDialogTexts.releaseCount(formatCountOf(chosen.length, "browser")),
        danger: true,
        whyNot:
          chosen.length === 0
            ? releaseManyDialogTexts.selectBrowserOrEnterId
            : chosen.length > bulkBounds.most
              ? releaseManyDialogTexts.tooManyBrowsers(formatCount(bulkBounds.most))
              : undefined,
        draft: `release-browsers-${pool.id}`,
        onForget: kept.forget,
        onConfirm: (reason) =>
          act.start(chosen, {
            idOf: (id) => id,
            act: async (sessionId, batchId) => {
              const release = { idOrName: pool.id, sessionId, reuse, reason, batchId };
              await runMutation(client, poolMutations.release(), release);
              return undefined;
            },
            toast: (end) => ({ title: summaryOf(end), detail: releaseManyDialogTexts.eachIsInTheAudit }),
          }),
      }}
      doing={releaseManyDialogTexts.releasingOf(
        formatCountOf(progress?.total ?? chosen.length, "browser"),
        nameOf(pool),
      )}
      label={releaseManyDialogTexts.releasesAnswered}
      countOf={(count) => formatCountOf(count, "browser")}
      report={(over) => (
        <BulkReport
          summary={summaryOf(over)}
          progress={over}
          link={(id) => ({ href: paths.browser(id), name: releaseManyDialogTexts.browser(id) })}
        />
      )}
      onClose={(over) => {
        if (over !== undefined) onReleased(over.done.map(({ id }) => id));
        onClose();
      }}
    />
  );
}

/** The sessions in the order and with the choice that they had when they were first read. */
function useReleaseChoice(acquired: readonly AcquiredSession[] | undefined, wanted: number | undefined) {
  const [begun, setBegun] = useState<{ places: readonly string[]; picked: ReadonlySet<string> }>();
  if (acquired !== undefined && begun === undefined)
    setBegun({
      places: cheapestFirst(acquired).map(({ id }) => id),
      picked: new Set(firstChoice(acquired, wanted)),
    });
  const { places, picked } = begun ?? nothing;
  return {
    sessions: inPreviousOrder(acquired ?? [], places),
    picked,
    choose(id: string, isPicked: boolean) {
      const next = new Set(picked);
      if (isPicked) next.add(id);
      else next.delete(id);
      setBegun({ places, picked: next });
    },
  };
}

const nothing = { places: [], picked: new Set<string>() };
