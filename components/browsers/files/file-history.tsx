"use client";

import { Undo2 } from "lucide-react";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorState } from "@/components/ui/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { notify } from "@/components/ui/toast";
import { fileHistoryTexts } from "./file-messages.ts";
import type { FileMoves, MadeMove } from "./file-moves.ts";

/** Moves made from this page, each reversible: the newest as a notice, the others as a list. */
export function FileHistory({
  files,
  part,
  onMoved,
}: {
  files: FileMoves;
  part: "newest" | "earlier";
  onMoved: (move: { from: string; to: string }) => void;
}) {
  const [confirming, setConfirming] = useState<MadeMove>();
  const moves = part === "newest" ? files.moves.slice(0, 1) : files.moves.slice(1);
  if (moves.length === 0) return null;

  const reverse = async (move: MadeMove, unseen: boolean) => {
    const end = await files.reverse(move, unseen);
    if (end === "ask") setConfirming(move);
    else if (end === "reversed") {
      onMoved({ from: move.to, to: move.from });
      notify.done(fileHistoryTexts.movedBack, move.from);
    }
  };
  const rows = moves.map((move) => (
    <MoveRow key={move.key} move={move} onReverse={() => void reverse(move, false)} />
  ));
  return (
    <>
      {part === "newest" ? (
        <section aria-label={fileHistoryTexts.newestMove} className="rounded-md border border-line px-2.5">
          {rows}
        </section>
      ) : (
        <section aria-labelledby="file-moves" className="grid gap-1">
          <h3 id="file-moves" className="text-label font-medium text-ink-2">
            {fileHistoryTexts.earlierMovesOnThisPage}
          </h3>
          <div className="divide-y divide-line border-y border-line">{rows}</div>
        </section>
      )}
      <ConfirmDialog
        open={confirming !== undefined}
        onOpenChange={(open) => (open ? undefined : setConfirming(undefined))}
        title={fileHistoryTexts.confirmMoveBack(confirming?.to ?? "")}
        effect={
          <>
            {fileHistoryTexts.notKnownWhetherFileAt}
            <code className="break-all">{confirming?.from}</code>
            {fileHistoryTexts.againThenReplaced}
          </>
        }
        confirmLabel={fileHistoryTexts.moveBackLabel}
        onConfirm={async () => {
          if (confirming !== undefined) await reverse(confirming, true);
        }}
      />
    </>
  );
}

function MoveRow({ move, onReverse }: { move: MadeMove; onReverse: () => void }) {
  const roleReason = useRoleReason("operator");
  const focusHandoffRef = useFocusHandoff();
  const isReversed = move.state === "reversed";
  return (
    <div className="grid gap-1 py-1.5">
      <div className="flex items-center gap-2">
        <p role="status" className="min-w-0 flex-1 text-label break-words">
          {isReversed ? fileHistoryTexts.movedBackFrom : fileHistoryTexts.moved}
          <span className="font-mono break-all">{move.from}</span>
          {isReversed ? (
            ""
          ) : (
            <>
              {fileHistoryTexts.to}
              <span className="font-mono break-all">{move.to}</span>
            </>
          )}
        </p>
        <span className="text-label text-ink-3 max-sm:hidden">
          <RelativeTime at={move.atMs} />
        </span>
        {isReversed ? (
          <Badge>{fileHistoryTexts.reversed}</Badge>
        ) : (
          <Button
            ref={focusHandoffRef}
            aria-label={fileHistoryTexts.moveBackAct(move.from)}
            pending={move.state === "reversing"}
            disabledReason={roleReason}
            onClick={onReverse}
          >
            <Undo2 aria-hidden="true" />
            {fileHistoryTexts.moveBackLabel}
          </Button>
        )}
      </div>
      {move.before === "free" ? null : (
        <p className="text-label text-warn">
          {move.before === "taken"
            ? fileHistoryTexts.replacedFileLost
            : fileHistoryTexts.replacedFileMaybeLost}
        </p>
      )}
      {move.fault === undefined ? null : (
        <ErrorState error={move.fault} title={fileHistoryTexts.notMovedBack} shape="strip" />
      )}
    </div>
  );
}
