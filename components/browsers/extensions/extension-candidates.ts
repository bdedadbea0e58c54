"use client";

import type { CheckedExtension } from "@/lib/format/zip-extension";
import { perSession } from "../panes/session-scoped-store.ts";
import type { Dropped } from "./extension-drop.ts";
import { extensionCandidatesTexts } from "./extension-messages.ts";
import type { NamedZip } from "./extension-rules.ts";

/** A dropped file or folder that may become an extension. */
export interface Candidate {
  readonly key: number;
  /** Name of the dropped file or folder. */
  readonly source: string;
  /** The folder name to upload it as. */
  readonly name: string;
  readonly zip: Blob | undefined;
  /** Undefined while it is being packed or checked. */
  readonly checked: CheckedExtension | undefined;
  /** Why it could not be checked. */
  readonly fault: string | undefined;
}

export const candidates = perSession<readonly Candidate[]>([]);

let lastKey = 0;

const change = (id: string, key: number, to: Partial<Candidate>) =>
  candidates.set(id, (list) => list.map((each) => (each.key === key ? { ...each, ...to } : each)));

// The checker and its zip library load with the first archive.
const checker = () => import("@/lib/format/zip-extension");
const packer = () => import("@/lib/format/zip-pack");
const naming = () => import("@/lib/format/zip-manifest");

async function check(id: string, key: number, source: string, zip: Blob): Promise<void> {
  const checked = await (await checker()).checkExtension(zip);
  const name = checked.manifest?.name ?? source.replace(/\.zip$/i, "");
  change(id, key, { zip, checked, name: (await naming()).proposedName(name) });
}

async function take(id: string, key: number, dropped: Dropped): Promise<void> {
  const { source, zip, files, fault } = dropped;
  if (fault !== undefined) return change(id, key, { fault });
  try {
    const packed = files === undefined ? zip : await (await packer()).packFolder(files);
    if (packed !== undefined) await check(id, key, source, packed);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    change(id, key, { fault: extensionCandidatesTexts.archiveReadFailed(reason) });
  }
}

/** Adds and checks dropped items. Returns the names that were skipped because they are listed already. */
export function addCandidates(id: string, dropped: readonly Dropped[]): string[] {
  const refused: string[] = [];
  for (const each of dropped) {
    const isThere = candidates
      .get(id)
      .some(
        (known) =>
          known.source === each.source && (each.zip === undefined || known.zip?.size === each.zip.size),
      );
    if (isThere) {
      refused.push(each.source);
      continue;
    }
    lastKey += 1;
    const key = lastKey;
    const made = { key, source: each.source, name: "", zip: each.zip, checked: undefined, fault: undefined };
    candidates.set(id, (list) => [...list, made]);
    void take(id, key, each);
  }
  return refused;
}

export const removeCandidate = (id: string, key: number): void =>
  candidates.set(id, (list) => list.filter((each) => each.key !== key));

export const renameCandidate = (id: string, key: number, name: string): void => change(id, key, { name });

/** Repacks an archive without its single top-level folder. */
export async function repackCandidate(id: string, candidate: Candidate): Promise<void> {
  const { key, source, zip, checked } = candidate;
  if (zip === undefined || checked?.folder === undefined) return;
  change(id, key, { checked: undefined });
  try {
    await check(id, key, source, await (await packer()).repackWithout(zip, checked.folder));
  } catch {
    change(id, key, { fault: extensionCandidatesTexts.repackFailed });
  }
}

/** The candidates in the shape of the upload rules. */
export const namedZips = (list: readonly Candidate[]): NamedZip[] =>
  list.flatMap(({ key, name, zip, checked }) =>
    checked === undefined || zip === undefined ? [] : [{ key, name, zipBytes: zip.size }],
  );
