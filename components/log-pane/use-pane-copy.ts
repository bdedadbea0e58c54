"use client";

import { saveFile } from "@/components/ui/save-file";
import { clockNowMs } from "@/components/ui/shared-clock";
import { notify } from "@/components/ui/toast";
import { type LineName, lineHash } from "@/lib/live/line-hash";
import type { LogStore } from "@/lib/live/log-store";
import { paneCopyTexts } from "./log-pane-on-demand-messages.ts";
import { logFileName, logText, rowText } from "./log-text.ts";
import type { RowView } from "./row-view.ts";
import type { FormatLogTime } from "./use-log-time.ts";

export interface PaneCopy {
  readonly all: () => void;
  readonly download: () => void;
  readonly line: (number: number) => void;
  /** Absent: lines have no URLs here. */
  readonly link: ((number: number) => void) | undefined;
}

/**
 * Copies and downloads the content of a pane. `all`: every row that passes the filter; `describeLines` says
 * how many.
 */
export function usePaneCopy({
  ofId,
  title,
  describeLines,
  store,
  all,
  isReady,
  sources,
  formatTime,
  permalinkOf,
}: {
  ofId: string;
  title: string;
  describeLines: () => string;
  store: LogStore;
  all: () => RowView;
  /** False while the filter is still being applied: the text would be incomplete. */
  isReady: () => boolean;
  sources: readonly string[] | undefined;
  formatTime: FormatLogTime;
  permalinkOf: ((line: LineName) => string) | undefined;
}): PaneCopy {
  const pieces = () => logText(store, all(), { sources, formatTime });
  const write = async (text: Promise<string>, what: string) => {
    try {
      await navigator.clipboard.writeText(await text);
      notify.done(paneCopyTexts.copied(what));
    } catch {
      notify.failed(paneCopyTexts.notCopied, paneCopyTexts.refusedOrTooLong);
    }
  };
  const save = async () => {
    // Pieces go into blobs one by one: the text is never in memory as one string.
    const parts: Blob[] = [];
    for await (const piece of pieces()) parts.push(new Blob([piece]));
    saveFile(new Blob(parts, { type: "text/plain;charset=utf-8" }), logFileName(ofId, title, clockNowMs()));
  };
  const line = (number: number) => {
    const row = store.row(number);
    if (row !== undefined)
      void write(Promise.resolve(rowText(row, sources, formatTime)), paneCopyTexts.theLine);
  };
  const link = (number: number) => {
    const row = store.row(number);
    if (row?.kind !== "line") return notify.note(paneCopyTexts.noLinkCopied, paneCopyTexts.selectALineFirst);
    const address = permalinkOf?.({ at: row.at, hash: lineHash(row.text) });
    if (address !== undefined) void write(Promise.resolve(address), paneCopyTexts.aLinkToTheLine);
  };
  return {
    all: () => (isReady() ? void write(joined(pieces()), describeLines()) : notReady()),
    download: () => (isReady() ? void save() : notReady()),
    line,
    link: permalinkOf === undefined ? undefined : link,
  };
}

function notReady(): void {
  notify.note(paneCopyTexts.notCopied, paneCopyTexts.filterStillRunning);
}

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  return all.join("");
}
