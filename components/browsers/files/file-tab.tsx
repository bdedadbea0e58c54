"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import * as z from "zod/mini";
import { QueryError } from "@/components/layout/query-error";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { Button, IconButton } from "@/components/ui/button";
import { DataFreshness } from "@/components/ui/data-freshness";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { folderOfPath, instancePathFault } from "@/lib/bff/instance-path";
import type { FileInfo } from "@/lib/contract/files";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import { isAbsent } from "@/lib/queries/bff";
import { fileQueries } from "@/lib/queries/files";
import { FileActions } from "./file-actions.tsx";
import { type FileChoice, movedChoice, refreshedChoice } from "./file-choice.ts";
import { FileCrumbs } from "./file-crumbs.tsx";
import { FileHistory } from "./file-history.tsx";
import { FileList, inOrder } from "./file-list.tsx";
import { fileActionsTexts, fileTabTexts } from "./file-messages.ts";
import { FileMoveDialog } from "./file-move-dialog.tsx";
import { useFileMoves } from "./file-moves.ts";
import { FileTextDialog, maxShownBytes } from "./file-text-dialog.tsx";
import { FileUploadButton } from "./file-upload.tsx";
import { NewFileMenu } from "./new-file-menu.tsx";

const screen = z.object({
  dir: z.optional(
    z.string().check(z.refine((path) => instancePathFault(path) === undefined, fileTabTexts.pathInvalid)),
  ),
});

/** The files of a session's instance: listed if the API can, moved and renamed in any case. */
export function FileTab({ id, ended }: { id: string; ended: boolean }) {
  const { value, set } = useUrlQuery(screen);
  const path = value.dir ?? "/";
  const list = useQuery({ ...fileQueries.list(id, path), enabled: !ended });
  const files = useFileMoves(id);
  const roleReason = useRoleReason("operator");
  const [moving, setMoving] = useState<string>();
  const [shown, setShown] = useState<FileInfo>();
  const grid = useRef<HTMLTableElement>(null);
  const mayRead = roleReason === undefined;

  const { data, error } = list;
  const rows = useMemo(() => (data === undefined ? undefined : inOrder(data.items)), [data]);
  const { choice, choose, follow } = useFileChoice(path, rows);
  const file = rows?.find(({ name }) => name === choice?.name);

  const go = (to: string) => {
    if (to === path) return;
    // Going up selects the folder just left.
    const below = to === "/" ? "/" : `${to}/`;
    const left = path.startsWith(below) ? path.slice(below.length).split("/", 1)[0] : undefined;
    choose(to, left === undefined ? undefined : { name: left, at: 0 });
    set({ dir: to === "/" ? undefined : to });
  };
  const open = (file: FileInfo) => {
    if (file.is_dir) go(file.path);
    else if (mayRead && file.size_bytes <= maxShownBytes && /^[-l]/.test(file.mode)) setShown(file);
  };
  const move = (file: FileInfo) => (mayRead ? setMoving(file.path) : undefined);

  // The dialogs stay when the browser ends: a text that is edited is nowhere else.
  return (
    <>
      {ended ? (
        <EmptyState title={fileTabTexts.thisBrowserHasEnded}>{fileTabTexts.filesDeleted}</EmptyState>
      ) : (
        <section aria-labelledby="session-files" className="grid gap-3">
          <h2 id="session-files" className="sr-only">
            {fileTabTexts.files}
          </h2>
          <FileHistory files={files} part="newest" onMoved={follow} />
          {isAbsent(error) ? (
            <EmptyState
              title={fileTabTexts.apiDoesNotListFiles}
              action={
                <Button variant="primary" disabledReason={roleReason} onClick={() => setMoving("")}>
                  {fileActionsTexts.moveOrRename}
                </Button>
              }
            >
              {fileTabTexts.canStillMove}
            </EmptyState>
          ) : (
            <>
              <div className="flex flex-wrap items-center gap-2">
                <FileCrumbs path={path} onGo={go} onGone={() => grid.current} />
                <IconButton
                  label={fileTabTexts.refresh}
                  pending={list.isFetching}
                  onClick={() => void list.refetch()}
                >
                  <RefreshCw aria-hidden="true" />
                </IconButton>
                <Button disabledReason={roleReason} onClick={() => setMoving("")}>
                  {fileTabTexts.moveByPath}
                </Button>
                <NewFileMenu id={id} folder={path} onCreated={(name) => choose(path, { name, at: 0 })} />
                <FileUploadButton id={id} folder={path} />
              </div>
              {error !== null && rows === undefined ? (
                <QueryError query={list} title={fileTabTexts.folderNotLoaded} />
              ) : (
                <>
                  {error === null ? null : (
                    <ErrorState error={error} title={fileTabTexts.notUpToDate} shape="strip" />
                  )}
                  <FileList
                    ref={grid}
                    label={fileTabTexts.filesIn(path)}
                    files={rows}
                    place={choice?.at ?? 0}
                    chosen={file}
                    onChoose={({ name }, at) => choose(path, { name, at })}
                    onOpen={open}
                    onUp={() => go(folderOfPath(path))}
                    onMove={move}
                  />
                  <FileActions id={id} file={file} onOpen={open} onMove={move} />
                  <DataFreshness
                    subject={fileTabTexts.filesIn(path)}
                    readAtMs={data?.observedAtMs}
                    partial={data && countsOf(data)}
                    source={fileTabTexts.keysHint}
                    stale={data?.stale}
                  />
                </>
              )}
            </>
          )}
          <FileHistory files={files} part="earlier" onMoved={follow} />
        </section>
      )}
      {moving === undefined ? null : (
        <FileMoveDialog
          id={id}
          files={files}
          path={moving}
          onMoved={follow}
          onClose={() => setMoving(undefined)}
        />
      )}
      {shown === undefined ? null : (
        <FileTextDialog id={id} file={shown} onClose={() => setShown(undefined)} />
      )}
    </>
  );
}

function countsOf({ items, bad }: { items: readonly unknown[]; bad: readonly unknown[] }): string {
  const entries = formatCountOf(items.length, "entry", "entries");
  return bad.length === 0 ? entries : fileTabTexts.withUnreadable(entries, formatCount(bad.length));
}

/** What is chosen in each folder, adjusted to the files that are there now. The folder is in the address. */
function useFileChoice(path: string, files: readonly FileInfo[] | undefined) {
  const [choices, setChoices] = useState<Readonly<Record<string, FileChoice | undefined>>>({});
  const names = useMemo(() => files?.map(({ name }) => name), [files]);
  const choose = (folder: string, choice: FileChoice | undefined) =>
    setChoices((known) => ({ ...known, [folder]: choice }));
  const before = choices[path];
  const choice = names === undefined ? before : refreshedChoice(names, before);
  if (choice !== before) choose(path, choice);
  return {
    choice,
    choose,
    /** The choice moves along with a file. */
    follow: (made: { from: string; to: string }) =>
      setChoices((known) => ({ ...known, [path]: movedChoice(known[path], path, made) })),
  };
}
