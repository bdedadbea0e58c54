"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHoldPage } from "@/components/form/use-hold-page";
import { type FallibleQuery, QueryError } from "@/components/layout/query-error";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { notify } from "@/components/ui/toast";
import { formatBytes } from "@/lib/format/numbers";
import { shortId } from "@/lib/format/short-id";
import { isAbsent } from "@/lib/queries/bff";
import { extensionQueries } from "@/lib/queries/extensions";
import { ExtensionCandidate } from "./extension-candidate.tsx";
import {
  addCandidates,
  type Candidate,
  candidates,
  namedZips,
  removeCandidate,
} from "./extension-candidates.ts";
import type { Dropped } from "./extension-drop.ts";
import { ExtensionDropZone } from "./extension-drop-zone.tsx";
import { extensionTabTexts } from "./extension-messages.ts";
import { batchFault, nameFaults } from "./extension-rules.ts";
import { isRunning, loadExtensions, uploads } from "./extension-upload.ts";
import { ExtensionUploadStatus } from "./extension-upload-status.tsx";

/** Loads extensions into a running session: dropped, checked, confirmed, uploaded, and followed until the
 *  session is ready. */
export function ExtensionTab({ id, ended }: { id: string; ended: boolean }) {
  const client = useQueryClient();
  const list = candidates.use(id);
  const upload = uploads.use(id);
  const roleReason = useRoleReason("operator");
  const placed = useQuery({ ...extensionQueries.placed(id), enabled: !ended });
  const [confirming, setConfirming] = useState(false);
  useHoldPage(list.length > 0 && !ended);

  if (ended) {
    return (
      <EmptyState title={extensionTabTexts.thisBrowserHasEnded}>
        {extensionTabTexts.runningBrowserOnly}
      </EmptyState>
    );
  }
  const running = isRunning(upload);
  const zips = namedZips(list);
  const faults = nameFaults(zips, placed.data ?? []);
  const bytes = zips.reduce((sum, { zipBytes }) => sum + zipBytes, 0);
  const runningReason = running ? extensionTabTexts.anUploadIsInProgress : undefined;
  const namesReason = faults.size > 0 ? extensionTabTexts.namesMustDiffer : undefined;

  const add = (dropped: readonly Dropped[]) => {
    const refused = addCandidates(id, dropped);
    if (refused.length > 0) notify.note(extensionTabTexts.alreadyInTheList, refused.join(", "));
  };
  const send = (reason: string) => {
    const toSend = list.flatMap(({ name, zip }) => (zip === undefined ? [] : [{ name, zip }]));
    const keys = list.map(({ key }) => key);
    // Continues after the dialog closes; the status above shows its progress.
    void loadExtensions(client, id, toSend, reason).then((loaded) => {
      if (loaded) for (const key of keys) removeCandidate(id, key);
    });
  };

  return (
    <section aria-labelledby="session-extensions" tabIndex={-1} className="grid gap-3">
      <h2 id="session-extensions" className="sr-only">
        {extensionTabTexts.extensions}
      </h2>
      <ExtensionUploadStatus id={id} upload={upload} />
      <ExtensionDropZone disabledReason={roleReason ?? runningReason} onDropped={add} />
      {list.length === 0 ? null : (
        <section aria-label={extensionTabTexts.toLoad} className="grid gap-3">
          <ul aria-label={extensionTabTexts.droppedExtensions} className="border-t border-line">
            {list.map((candidate) => (
              <ExtensionCandidate
                key={candidate.key}
                id={id}
                candidate={candidate}
                nameFault={faults.get(candidate.key)}
                locked={running}
              />
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant="primary"
              pending={running}
              disabledReason={
                roleReason ?? runningReason ?? checkReason(list) ?? namesReason ?? batchFault(zips)
              }
              onClick={() => setConfirming(true)}
            >
              {extensionTabTexts.load(extensionTabTexts.extensionCount(list.length))}
            </Button>
            <span className="text-label text-ink-3">{extensionTabTexts.toSend(formatBytes(bytes))}</span>
          </div>
        </section>
      )}
      <Placed query={placed} />
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={extensionTabTexts.loadIntoBrowser(extensionTabTexts.extensionCount(list.length), shortId(id))}
        effect={
          <>
            {extensionTabTexts.chromiumRestarts}
            <span className="mt-2 block font-mono text-label break-words">
              {list.map(({ name }) => name).join(", ")}
            </span>
          </>
        }
        confirmLabel={extensionTabTexts.loadAndRestart}
        reason="optional"
        draft={`load-extensions-${id}-${list.map(({ name }) => name).join("/")}`}
        onConfirm={send}
      />
    </section>
  );
}

/** Why the candidates' contents cannot be loaded, or not yet. */
function checkReason(list: readonly Candidate[]): string | undefined {
  if (list.some(({ checked, fault }) => checked === undefined && fault === undefined))
    return extensionTabTexts.stillChecking;
  const isFaulty = ({ checked, fault }: Candidate) =>
    fault !== undefined || (checked?.faults.length ?? 0) > 0;
  return list.some(isFaulty) ? extensionTabTexts.removeNotLoadableFirst : undefined;
}

function Placed({ query }: { query: FallibleQuery & { data: readonly string[] | undefined } }) {
  const names = query.data;
  const absent = isAbsent(query.error);
  return (
    <section aria-labelledby="placed-extensions" className="grid gap-1">
      <h3 id="placed-extensions" className="text-label font-medium text-ink-2">
        {extensionTabTexts.inTheBrowser}
      </h3>
      {names !== undefined && names.length > 0 ? (
        <ul aria-label={extensionTabTexts.extensionsInTheBrowser} className="border-t border-line">
          {names.map((name) => (
            <li key={name} className="flex h-8 items-center border-b border-line font-mono text-label">
              {name}
            </li>
          ))}
        </ul>
      ) : query.error !== null && !absent ? (
        <QueryError query={query} title={extensionTabTexts.listNotLoaded} shape="strip" />
      ) : (
        <p className="text-ink-3">
          {absent
            ? extensionTabTexts.apiDoesNotListFiles
            : names === undefined
              ? extensionTabTexts.loading
              : extensionTabTexts.noExtensionsAreLoaded}
        </p>
      )}
    </section>
  );
}
