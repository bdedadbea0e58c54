"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
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
import { batchFault, nameFaults } from "./extension-rules.ts";
import { isRunning, loadExtensions, uploads } from "./extension-upload.ts";
import { ExtensionUploadStatus } from "./extension-upload-status.tsx";

const plural = (count: number) => `${count} extension${count === 1 ? "" : "s"}`;

/** Loads extensions into a running session: dropped, checked, confirmed, uploaded, and followed until the
 *  session is ready. */
export function ExtensionTab({ id, ended }: { id: string; ended: boolean }) {
  const client = useQueryClient();
  const list = candidates.use(id);
  const upload = uploads.use(id);
  const roleReason = useRoleReason("operator");
  const placed = useQuery({ ...extensionQueries.placed(id), enabled: !ended });
  const [confirming, setConfirming] = useState(false);

  if (ended) {
    return (
      <EmptyState title="This browser has ended">
        Extensions can only be loaded into a running browser.
      </EmptyState>
    );
  }
  const running = isRunning(upload);
  const zips = namedZips(list);
  const faults = nameFaults(zips, placed.data ?? []);
  const bytes = zips.reduce((sum, { zipBytes }) => sum + zipBytes, 0);
  const runningReason = running ? "An upload is in progress." : undefined;
  const namesReason = faults.size > 0 ? "Give each extension a different name first." : undefined;

  const add = (dropped: readonly Dropped[]) => {
    const refused = addCandidates(id, dropped);
    if (refused.length > 0) notify.note("Already in the list", refused.join(", "));
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
    <section aria-labelledby="session-extensions" className="grid gap-3">
      <h2 id="session-extensions" className="sr-only">
        Extensions
      </h2>
      <ExtensionUploadStatus id={id} upload={upload} />
      <ExtensionDropZone disabledReason={roleReason ?? runningReason} onDropped={add} />
      {list.length === 0 ? null : (
        <section aria-label="To load" className="grid gap-3">
          <ul aria-label="Dropped extensions" className="border-t border-line">
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
              Load {plural(list.length)}…
            </Button>
            <span className="text-label text-ink-3">{formatBytes(bytes)} to send</span>
          </div>
        </section>
      )}
      <Placed names={placed.data} absent={isAbsent(placed.error)} failed={placed.isError} />
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Load ${plural(list.length)} into browser ${shortId(id)}?`}
        effect={
          <>
            Chromium restarts. Every connected client is disconnected, and unsaved work in its pages is lost.
            <span className="mt-2 block font-mono text-label break-words">
              {list.map(({ name }) => name).join(", ")}
            </span>
          </>
        }
        confirmLabel="Load and restart"
        reason="optional"
        onConfirm={send}
      />
    </section>
  );
}

/** Why the candidates' contents cannot be loaded, or not yet. */
function checkReason(list: readonly Candidate[]): string | undefined {
  if (list.some(({ checked, fault }) => checked === undefined && fault === undefined))
    return "Still checking.";
  const isFaulty = ({ checked, fault }: Candidate) =>
    fault !== undefined || (checked?.faults.length ?? 0) > 0;
  return list.some(isFaulty) ? "Remove the extensions that cannot be loaded first." : undefined;
}

function Placed({
  names,
  absent,
  failed,
}: {
  names: readonly string[] | undefined;
  absent: boolean;
  failed: boolean;
}) {
  return (
    <section aria-labelledby="placed-extensions" className="grid gap-1">
      <h3 id="placed-extensions" className="text-label font-medium text-ink-2">
        In the browser
      </h3>
      {names !== undefined && names.length > 0 ? (
        <ul aria-label="Extensions in the browser" className="border-t border-line">
          {names.map((name) => (
            <li key={name} className="flex h-8 items-center border-b border-line font-mono text-label">
              {name}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-3">
          {absent
            ? "This API does not list files, so loaded extensions cannot be shown."
            : failed
              ? "The list of extensions could not be loaded."
              : names === undefined
                ? "Loading…"
                : "No extensions are loaded."}
        </p>
      )}
    </section>
  );
}
