"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RemovableItem } from "@/components/ui/removable-item";
import { Skeleton } from "@/components/ui/skeleton";
import type { ArchiveFault } from "@/lib/contract/archive-rules";
import { formatBytes, formatCount } from "@/lib/format/numbers";
import type { Permission } from "@/lib/format/zip-manifest";
import { type Candidate, removeCandidate, renameCandidate, repackCandidate } from "./extension-candidates.ts";
import { extensionCandidateTexts } from "./extension-messages.ts";

const shownFaults = 8;

/** One dropped archive or folder: its manifest, permissions and faults. */
export function ExtensionCandidate({
  id,
  candidate,
  nameFault,
  locked,
}: {
  id: string;
  candidate: Candidate;
  nameFault: string | undefined;
  /** While it is being uploaded it cannot be changed. */
  locked: boolean;
}) {
  const { key, source, checked, fault, name, zip } = candidate;
  const manifest = checked?.manifest;
  const faults = fault === undefined ? (checked?.faults ?? []) : [{ entry: undefined, message: fault }];
  return (
    <RemovableItem
      className="grid gap-2 border-b border-line py-2.5"
      aria-busy={checked === undefined && fault === undefined}
    >
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 truncate">
          <span className="font-medium">{manifest?.name ?? source}</span>
          {manifest === undefined ? null : (
            <span className="text-ink-2">
              {extensionCandidateTexts.versionAndManifest(manifest.version, manifest.manifestVersion)}
            </span>
          )}
        </p>
        <CheckBadge isChecked={checked !== undefined} isLoadable={faults.length === 0} />
        <IconButton
          label={extensionCandidateTexts.remove(source)}
          size="icon"
          disabledReason={locked ? extensionCandidateTexts.itIsBeingUploaded : undefined}
          onClick={() => removeCandidate(id, key)}
        >
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {checked === undefined ? (
        fault === undefined ? (
          <Skeleton className="h-3 w-48" />
        ) : null
      ) : (
        <p className="text-label text-ink-3 break-words">
          {extensionCandidateTexts.sourceAndSizes({
            source,
            packed: formatBytes(zip?.size),
            unpacked: formatBytes(checked.unpackedBytes),
            entries: formatCount(checked.entryCount),
            entryCount: checked.entryCount,
          })}
        </p>
      )}
      <Faults source={source} faults={faults} />
      {checked?.folder === undefined ? null : (
        <RepackButton id={id} candidate={candidate} folder={checked.folder} />
      )}
      {manifest === undefined ? null : (
        <>
          <Permissions label={extensionCandidateTexts.permissions} items={manifest.permissions} none="none" />
          <Permissions label={extensionCandidateTexts.sites} items={manifest.hosts} none="none" />
        </>
      )}
      {checked === undefined || faults.length > 0 ? null : (
        <Field label={extensionCandidateTexts.folderNameInTheBrowser} error={nameFault}>
          <Input
            mono
            spellCheck={false}
            autoComplete="off"
            readOnly={locked}
            value={name}
            onChange={(event) => renameCandidate(id, key, event.target.value)}
          />
        </Field>
      )}
    </RemovableItem>
  );
}

function CheckBadge({ isChecked, isLoadable }: { isChecked: boolean; isLoadable: boolean }) {
  if (!isLoadable)
    return (
      <Badge tone="bad" glyph="cross">
        {extensionCandidateTexts.notLoadable}
      </Badge>
    );
  if (!isChecked) return <Badge>{extensionCandidateTexts.checking}</Badge>;
  return (
    <Badge tone="ok" glyph="disc">
      {extensionCandidateTexts.checked}
    </Badge>
  );
}

function Faults({ source, faults }: { source: string; faults: readonly ArchiveFault[] }) {
  if (faults.length === 0) return null;
  return (
    <ul
      aria-label={extensionCandidateTexts.problemsWith(source)}
      className="grid gap-0.5 text-label text-bad"
    >
      {faults.slice(0, shownFaults).map(({ entry, message }) => (
        <li key={`${entry ?? ""} ${message}`} className="break-words">
          {entry === undefined ? null : <code className="font-mono break-all">{entry}: </code>}
          {message}
        </li>
      ))}
      {faults.length > shownFaults ? (
        <li>{extensionCandidateTexts.andMore(formatCount(faults.length - shownFaults))}</li>
      ) : null}
    </ul>
  );
}

function RepackButton({ id, candidate, folder }: { id: string; candidate: Candidate; folder: string }) {
  const [packing, setPacking] = useState(false);
  const repack = async () => {
    setPacking(true);
    await repackCandidate(id, candidate);
    setPacking(false);
  };
  return (
    <div>
      <Button pending={packing} onClick={() => void repack()}>
        {extensionCandidateTexts.repackWithoutTheFolder(folder)}
      </Button>
    </div>
  );
}

function Permissions({ label, items, none }: { label: string; items: readonly Permission[]; none: string }) {
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-label">
      <span className="w-20 shrink-0 text-ink-3">{label}</span>
      {items.length === 0 ? <span className="text-ink-2">{none}</span> : null}
      {items.map(({ text, broad }) => (
        <Badge key={text} tone={broad ? "warn" : "neutral"} glyph={broad ? "half" : undefined}>
          <span className="font-mono">{text}</span>
          {broad ? extensionCandidateTexts.everySite : ""}
        </Badge>
      ))}
    </div>
  );
}
