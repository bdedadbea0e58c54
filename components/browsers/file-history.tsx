"use client";

import { Undo2 } from "lucide-react";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorState } from "@/components/ui/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { notify } from "@/components/ui/toast";
import type { FileMoves, MadeMove } from "./file-moves.ts";

/** The moves made from this page, each with its way back. */
export function FileHistory({ files }: { files: FileMoves }) {
  const [asked, setAsked] = useState<MadeMove>();
  const roleReason = useRoleReason("operator");
  if (files.moves.length === 0) return null;

  const reverse = async (move: MadeMove, unseen: boolean) => {
    const end = await files.reverse(move, unseen);
    if (end === "ask") setAsked(move);
    else if (end === "reversed") notify.done("Moved back", move.from);
  };
  return (
    <section aria-labelledby="file-moves" className="grid gap-1">
      <h3 id="file-moves" className="text-label font-medium text-ink-2">
        Moves made in this page
      </h3>
      <ol aria-label="Moves" className="border-t border-line">
        {files.moves.map((move) => (
          <li key={move.key} className="grid gap-1 border-b border-line py-1.5">
            <div className="flex items-center gap-2">
              <p className="min-w-0 flex-1 font-mono text-label break-all">
                {move.from} <span className="text-ink-3">→</span> {move.to}
              </p>
              <span className="text-label text-ink-3 max-sm:hidden">
                <RelativeTime at={move.atMs} />
              </span>
              {move.state === "reversed" ? (
                <Badge>reversed</Badge>
              ) : (
                <Button
                  size="sm"
                  className="pointer-coarse:h-8"
                  aria-label={`Reverse the move of ${move.from}`}
                  pending={move.state === "reversing"}
                  disabledReason={roleReason}
                  onClick={() => void reverse(move, false)}
                >
                  <Undo2 aria-hidden="true" />
                  Reverse
                </Button>
              )}
            </div>
            {move.before === "free" ? null : (
              <p className="text-label text-warn">
                {move.before === "taken"
                  ? "It replaced a file, which cannot be brought back."
                  : "If it replaced a file, that cannot be brought back."}
              </p>
            )}
            {move.fault === undefined ? null : (
              <ErrorState error={move.fault} title="Not moved back" shape="strip" />
            )}
          </li>
        ))}
      </ol>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => (open ? undefined : setAsked(undefined))}
        title={`Move ${asked?.to ?? ""} back?`}
        effect={
          <>
            This API cannot say whether something lies at <code className="break-all">{asked?.from}</code>{" "}
            again. A file there is replaced without a word and cannot be brought back.
          </>
        }
        confirmLabel="Move back"
        onConfirm={async () => {
          if (asked !== undefined) await reverse(asked, true);
        }}
      />
    </section>
  );
}
