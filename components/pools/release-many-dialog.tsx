"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { BulkProgressView } from "@/components/layout/bulk-progress";
import { BulkReport } from "@/components/layout/bulk-report";
import { bulkBounds } from "@/components/layout/bulk-run";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { poolHistoryQueries } from "@/lib/queries/pool-history";
import { nameOf } from "./pool-capacity.ts";
import { cheapestFirst, countOf, firstChoice, inPlace, releasedWords, typedIds } from "./release-choice.ts";
import { type ReleaseDraft, ReleaseForm } from "./release-form.tsx";
import { useReleaseRun } from "./use-release-run.ts";

const refreshMs = 5_000;

/** Gives acquired browsers back to their pool, from the choice to what came of each. It stays until all are answered. */
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
    refetchInterval: progress === undefined ? refreshMs : false,
    // What an earlier opening read may be at work by now: nothing is chosen beforehand from that.
    gcTime: 0,
  });
  const acquired = query.data?.data;
  const [draft, setDraft] = useState<ReleaseDraft>({ typed: "", reuse: true, reason: "" });
  const [begun, setBegun] = useState<{ places: readonly string[]; picked: ReadonlySet<string> }>();
  const [closing, setClosing] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  if (acquired !== undefined && begun === undefined)
    setBegun({
      places: cheapestFirst(acquired.sessions).map(({ id }) => id),
      picked: new Set(firstChoice(acquired.sessions, wanted)),
    });

  const sessions = inPlace(acquired?.sessions ?? [], begun?.places ?? []);
  const picked = begun?.picked ?? new Set<string>();
  const listed = sessions.filter(({ id }) => picked.has(id)).map(({ id }) => id);
  const chosen = [...new Set([...listed, ...typedIds(draft.typed)])];
  const phase = progress?.phase ?? "asking";
  const stage = phase === "asking" || phase === "over" ? phase : "sending";

  // The button that was pressed is gone with its stage; the keyboard must not be lost with it.
  useEffect(() => {
    if (stage !== "asking") safe.current?.focus();
  }, [stage]);

  const close = () => {
    if (stage === "sending") return setClosing(true);
    if (progress !== undefined) onReleased(progress.done.map(({ id }) => id));
    onClose();
  };
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
  const doing = `Releasing ${countOf(progress?.total ?? chosen.length)} of ${nameOf(pool)}`;

  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      initialFocus={safe}
      title={
        stage === "asking"
          ? `Release browsers of ${nameOf(pool)}`
          : stage === "over"
            ? `${doing}: over`
            : doing
      }
      foot={
        stage === "asking" ? (
          <>
            <Button ref={safe} onClick={close}>
              Cancel
            </Button>
            <Button
              variant="danger"
              disabledReason={whyNot}
              onClick={() => start(chosen, { reason: draft.reason.trim(), reuse: draft.reuse })}
            >
              {chosen.length === 0 ? "Release" : `Release ${countOf(chosen.length)}`}
            </Button>
          </>
        ) : stage === "over" ? (
          <Button ref={safe} onClick={close}>
            Close
          </Button>
        ) : (
          <Button ref={safe} pending={phase === "stopping"} onClick={stop}>
            {phase === "stopping" ? "Stopping" : "Stop after those under way"}
          </Button>
        )
      }
    >
      {progress === undefined ? (
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
      ) : stage === "over" ? (
        <BulkReport
          summary={releasedWords(progress.done.length, progress.failures.length, progress.unsent.length)}
          progress={progress}
          link={(id) => <SessionLink id={id} />}
        />
      ) : (
        <BulkProgressView progress={progress} closing={closing} label="Releases answered" countOf={countOf} />
      )}
    </Dialog>
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
