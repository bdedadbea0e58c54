"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { nameOfPath } from "@/lib/bff/instance-path";
import { presentMs } from "@/lib/present";
import { fileMutations, type Place, placeAt } from "@/lib/queries/files";
import { perSession } from "../panes/session-scoped-store.ts";
import { fileMovesTexts } from "./file-messages.ts";

/** A move made from this page. */
export interface MadeMove {
  readonly key: number;
  readonly from: string;
  readonly to: string;
  /** State of the destination before the move. */
  readonly before: Place["state"];
  readonly atMs: number;
  readonly state: "done" | "reversing" | "reversed";
  /** Why it could not be reversed. */
  readonly fault: unknown;
}

const moves = perSession<readonly MadeMove[]>([]);

const change = (id: string, key: number, to: Partial<MadeMove>) =>
  moves.set(id, (list) => list.map((move) => (move.key === key ? { ...move, ...to } : move)));

export type Reversal = "reversed" | "ask" | "failed";

/** The moves of a session made from this page, newest first, with functions to make and reverse them. */
export function useFileMoves(id: string) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(fileMutations.move());
  return {
    moves: moves.use(id),
    look: (path: string) => placeAt(client, id, path),
    /** Moves without checking the destination: check it first. */
    async move(from: string, to: string, before: Place["state"]): Promise<void> {
      await mutateAsync({ id, from, to });
      const made = { from, to, before, atMs: presentMs(), state: "done", fault: undefined } as const;
      moves.set(id, (list) => [{ ...made, key: list.length }, ...list]);
    },
    /** Reverses a move unless the old path is occupied; `ask` if that is unknown. */
    async reverse(move: MadeMove, unseen = false): Promise<Reversal> {
      change(id, move.key, { state: "reversing", fault: undefined });
      try {
        const place = unseen ? { state: "free" as const } : await placeAt(client, id, move.from);
        if (place.state === "unknown") {
          change(id, move.key, { state: "done" });
          return "ask";
        }
        if (place.state === "taken") {
          throw new Error(fileMovesTexts.anotherAtOldPath(nameOfPath(move.from)));
        }
        await mutateAsync({ id, from: move.to, to: move.from });
        change(id, move.key, { state: "reversed" });
        return "reversed";
      } catch (fault) {
        change(id, move.key, { state: "done", fault });
        return "failed";
      }
    },
  };
}

export type FileMoves = ReturnType<typeof useFileMoves>;
