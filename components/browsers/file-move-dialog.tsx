"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/relative-time";
import { nameOfPath, pathInFolder } from "@/lib/bff/instance-path";
import { formatBytes } from "@/lib/format/numbers";
import type { Place } from "@/lib/queries/files";
import { type MoveFaults, moveFaults } from "./file-move-rules.ts";
import type { FileMoves } from "./file-moves.ts";

/** Moves or renames by two paths. What would be replaced is looked for first, and named. */
export function FileMoveDialog({
  files,
  path,
  onMoved,
  onClose,
}: {
  files: FileMoves;
  /** What is to be moved; empty: to be typed. */
  path: string;
  onMoved: (move: { from: string; to: string }) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const [from, setFrom] = useState(path);
  const [to, setTo] = useState(path);
  const [faults, setFaults] = useState<MoveFaults>({});
  const [folder, setFolder] = useState<string>();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const [asked, setAsked] = useState<Place>();

  const send = async (before: Place["state"]) => {
    await files.move(from, to, before);
    onMoved({ from, to });
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = moveFaults(from, to);
    setFaults(found);
    setFolder(undefined);
    setError(undefined);
    if (pending || found.from !== undefined || found.to !== undefined) return;
    setPending(true);
    try {
      const place = await files.look(to);
      if (place.state === "taken" && place.info.is_dir) setFolder(to);
      else if (place.state === "free") await send("free");
      else setAsked(place);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setPending(false);
    }
  };

  return (
    <>
      <Dialog
        open={asked === undefined}
        onOpenChange={(open) => (open ? undefined : onClose())}
        pending={pending}
        title="Move or rename"
        description="Both paths are written to the audit."
        foot={
          <>
            <Button onClick={onClose} disabledReason={pending ? "The move is under way." : undefined}>
              Cancel
            </Button>
            <Button type="submit" form={formId} variant="primary" pending={pending}>
              Move
            </Button>
          </>
        }
      >
        <form id={formId} noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
          <Field label="From" error={faults.from}>
            <Input
              mono
              spellCheck={false}
              autoComplete="off"
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
          </Field>
          <Field label="To" error={faults.to} hint="An absolute path that ends with the new name.">
            <Input
              mono
              spellCheck={false}
              autoComplete="off"
              autoFocus={path !== ""}
              value={to}
              onChange={(event) => setTo(event.target.value)}
            />
          </Field>
          {folder === undefined ? null : (
            <div role="alert" className="flex flex-wrap items-center gap-2 text-label text-bad">
              <span className="min-w-0 break-all">{folder} is a folder; a move would not go into it.</span>
              <Button
                size="sm"
                onClick={() => {
                  setTo(pathInFolder(folder, nameOfPath(from)));
                  setFolder(undefined);
                }}
              >
                Put it into the folder
              </Button>
            </div>
          )}
          {error === undefined ? null : <ErrorState error={error} title="Not moved" shape="strip" />}
        </form>
      </Dialog>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => (open ? undefined : setAsked(undefined))}
        title={asked?.state === "taken" ? `Replace ${nameOfPath(to)}?` : `Move to ${nameOfPath(to)} unseen?`}
        effect={<Warning to={to} place={asked} />}
        confirmLabel={asked?.state === "taken" ? "Replace" : "Move"}
        onConfirm={() => send(asked?.state ?? "unknown")}
      />
    </>
  );
}

function Warning({ to, place }: { to: string; place: Place | undefined }) {
  if (place?.state === "taken") {
    return (
      <>
        There is a file at <code className="break-all">{to}</code> ({formatBytes(place.info.size_bytes)},
        changed <RelativeTime at={place.info.mod_time} />
        ). It is replaced and cannot be brought back, not by Reverse either.
      </>
    );
  }
  return (
    <>
      This API cannot say whether something lies at <code className="break-all">{to}</code>. A file there is
      replaced without a word and cannot be brought back.
    </>
  );
}
