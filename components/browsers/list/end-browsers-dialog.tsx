"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { BulkAct } from "@/components/bulk-act/bulk-act";
import { BulkActDialog } from "@/components/bulk-act/bulk-act-dialog";
import { deletedOrGone, deletionSummary } from "@/components/bulk-act/bulk-deletion";
import type { BulkProgress } from "@/components/bulk-act/bulk-job";
import { BulkReport } from "@/components/bulk-act/bulk-report";
import { TypedField, typedReason } from "@/components/ui/typed-field";
import type { Browser } from "@/lib/contract/browsers";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { browserMutations } from "@/lib/queries/browsers";
import { runMutation } from "@/lib/queries/run-mutation";
import { endBrowsersDialogTexts } from "./browser-list-on-demand-messages.ts";
import { sessionState } from "./browser-state.ts";

/** Before more browsers than these are ended, their number is typed. */
const mostByClick = 5;

const idOf = ({ session_id: id }: Browser) => id;

/** Ends many browsers, after one confirmation with their number. */
export function EndBrowsersDialog({
  browsers,
  onClose,
}: {
  browsers: readonly Browser[];
  /** `over`: the final progress; undefined when no call was sent. */
  onClose: (over: BulkProgress | undefined) => void;
}) {
  const client = useQueryClient();
  const [act] = useState(() => new BulkAct("browsers"));
  // As they were when the dialog opened: the list changes meanwhile.
  const [active] = useState(() => browsers.filter((browser) => sessionState(browser) === "active"));
  const [typed, setTyped] = useState("");
  const wanted = active.length > mostByClick ? String(active.length) : undefined;
  const skipped = browsers.length - active.length;
  const saving = active.filter(({ profile }) => profile).length;
  const summaryOf = (end: BulkProgress) =>
    deletionSummary(
      end,
      {
        deleted: (ended) => endBrowsersDialogTexts.ended(formatCountOf(ended, "browser")),
        goneBefore: endBrowsersDialogTexts.goneBefore,
      },
      skipped,
    );
  return (
    <BulkActDialog
      act={act}
      asking={{
        title: endBrowsersDialogTexts.end(formatCountOf(active.length, "browser")),
        form: (
          <>
            <ul className="grid gap-1 text-ink-2">
              <li>{endBrowsersDialogTexts.clientsDisconnected}</li>
              {saving === 0 ? null : (
                <li>{endBrowsersDialogTexts.mayBeSavedFirst(formatCountOf(saving, "browser"))}</li>
              )}
              {skipped === 0 ? null : (
                <li>{endBrowsersDialogTexts.alreadyEndedAndSkipped(formatCount(skipped), skipped)}</li>
              )}
            </ul>
            {wanted === undefined ? null : <TypedField wanted={wanted} typed={typed} onType={setTyped} />}
          </>
        ),
        confirm: endBrowsersDialogTexts.endAct(formatCountOf(active.length, "browser")),
        danger: true,
        whyNot: wanted === undefined ? undefined : typedReason(wanted, typed),
        draft: `end-browsers-${active.map(idOf).join()}`,
        onConfirm: (reason) =>
          act.start(active, {
            idOf,
            act: ({ session_id: id }, batchId) =>
              deletedOrGone(runMutation(client, browserMutations.delete(), { id, reason, batchId })),
            toast: (end) => ({ title: summaryOf(end), detail: endBrowsersDialogTexts.eachIsInTheAudit }),
          }),
      }}
      doing={endBrowsersDialogTexts.ending(formatCountOf(active.length, "browser"))}
      label={endBrowsersDialogTexts.browsersAnswered}
      countOf={(count) => formatCountOf(count, "browser")}
      report={(over) => (
        <BulkReport
          summary={summaryOf(over)}
          progress={over}
          link={(id) => {
            const text = active.find((browser) => idOf(browser) === id)?.name || undefined;
            return { href: paths.browser(id), name: endBrowsersDialogTexts.browser(text ?? id), text };
          }}
        />
      )}
      onClose={onClose}
    />
  );
}
