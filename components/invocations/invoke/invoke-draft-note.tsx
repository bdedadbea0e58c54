"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { shortId } from "@/lib/format/short-id";
import { paths } from "@/lib/paths";
import { invokeDraftNoteTexts } from "./invoke-messages.ts";
import type { InvokeDraft } from "./use-invoke-draft.ts";

const linkClass = "font-mono text-accent hover:underline";

/** Where the form's content comes from, and whether this browser stores it. Always one line. */
export function InvokeDraftNote({ draft, from }: { draft: InvokeDraft; from: string | undefined }) {
  const { stored, other } = draft;
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-label text-ink-2">
      {draft.refused ? (
        <span className="text-warn">{invokeDraftNoteTexts.tooLargeToStore}</span>
      ) : stored?.sentAs !== undefined ? (
        <DraftNotice act={invokeDraftNoteTexts.clear} onAct={draft.discard}>
          {invokeDraftNoteTexts.sentAs}
          <Link className={linkClass} href={paths.invocation(stored.sentAs)}>
            {shortId(stored.sentAs)}
          </Link>{" "}
          <RelativeTime at={stored.atMs} />
        </DraftNotice>
      ) : stored !== undefined ? (
        <DraftNotice act={invokeDraftNoteTexts.discard} onAct={draft.discard}>
          {invokeDraftNoteTexts.draftSaved}
          <RelativeTime at={stored.atMs} />
        </DraftNotice>
      ) : from !== undefined ? (
        <span>
          {invokeDraftNoteTexts.asInvocation}
          <Link className={linkClass} href={paths.invocation(from)}>
            {shortId(from)}
          </Link>
        </span>
      ) : (
        <span className="text-ink-3">{invokeDraftNoteTexts.savedInThisBrowser}</span>
      )}
      {other === undefined ? null : (
        <DraftNotice act={invokeDraftNoteTexts.restore} onAct={() => draft.takeOther(other)}>
          {invokeDraftNoteTexts.anotherDraftWasSaved}
          <RelativeTime at={other.savedAtMs} />
        </DraftNotice>
      )}
    </div>
  );
}

function DraftNotice({ act, onAct, children }: { act: string; onAct: () => void; children: ReactNode }) {
  const focusHandoffRef = useFocusHandoff();
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span>{children}</span>
      <Button ref={focusHandoffRef} size="sm" onClick={onAct}>
        {act}
      </Button>
    </span>
  );
}
