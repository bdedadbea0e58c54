"use client";

import type { QueryClient } from "@tanstack/react-query";
import { paces } from "@/lib/paces";
import { presentMs } from "@/lib/present";
import { BffError, isNotFound } from "@/lib/queries/bff";
import { browserQueries } from "@/lib/queries/browsers";
import { type ExtensionToSend, extensionQueries, uploadExtensions } from "@/lib/queries/extensions";
import { fileQueries } from "@/lib/queries/files";
import { perSession } from "../panes/session-scoped-store.ts";
import { extensionUploadTexts } from "./extension-messages.ts";

/** Resulting state of the session; `unclear` if it is unknown whether the extensions were loaded. */
export type UploadOutcome = "unchanged" | "unclear" | "ended";

/** State of an upload, from the first byte until the session is ready again. */
export type ExtensionUploadState =
  | { phase: "none" }
  | { phase: "uploading"; sentBytes: number; totalBytes: number; startedAtMs: number; stop: () => void }
  | { phase: "restarting" | "returning"; startedAtMs: number }
  | {
      phase: "loaded";
      names: readonly string[];
      placed: readonly string[] | undefined;
      requestId: string | undefined;
    }
  | { phase: "silent"; names: readonly string[]; requestId: string | undefined }
  | { phase: "failed"; error: unknown; after: UploadOutcome }
  | { phase: "stopped" };

export const uploads = perSession<ExtensionUploadState>({ phase: "none" });

export const isRunning = ({ phase }: ExtensionUploadState): boolean =>
  phase === "uploading" || phase === "restarting" || phase === "returning";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls until the session is ready or has ended. */
async function waitUntilReady(client: QueryClient, id: string): Promise<"back" | "ended" | "silent"> {
  for (
    const endMs = performance.now() + paces.deadlines.returnMs;
    performance.now() < endMs;
    await wait(paces.retry.returnMs)
  ) {
    try {
      const answer = await client.fetchQuery({ ...browserQueries.detail(id), staleTime: 0, retry: false });
      if (answer.data.deleted_at) return "ended";
      if (answer.stale === undefined) return "back";
    } catch (error) {
      if (isNotFound(error)) return "ended";
    }
  }
  return "silent";
}

/** Number of extensions in the instance; undefined if the API does not list them. */
const placedCount = (client: QueryClient, id: string) =>
  client.fetchQuery({ ...extensionQueries.placed(id), staleTime: 0 }).catch(() => undefined);

async function uploadOutcomeOf(
  client: QueryClient,
  id: string,
  names: readonly string[],
  error: unknown,
): Promise<UploadOutcome> {
  if (error instanceof BffError && error.status >= 400 && error.status < 500 && error.status !== 404)
    return "unchanged";
  const state = await waitUntilReady(client, id);
  if (state !== "back") return state === "ended" ? "ended" : "unclear";
  const placed = await placedCount(client, id);
  return placed !== undefined && !names.some((name) => placed.includes(name)) ? "unchanged" : "unclear";
}

/** Uploads the extensions and polls the session until it is ready; progress is in the stored state. */
export async function loadExtensions(
  client: QueryClient,
  id: string,
  extensions: readonly ExtensionToSend[],
  reason: string,
): Promise<boolean> {
  const setProgress = (next: ExtensionUploadState) => uploads.set(id, () => next);
  const controller = new AbortController();
  const stop = () => controller.abort();
  const names = extensions.map(({ name }) => name);
  const startedAtMs = presentMs();
  const totalBytes = extensions.reduce((sum, { zip }) => sum + zip.size, 0);
  setProgress({ phase: "uploading", sentBytes: 0, totalBytes, startedAtMs, stop });
  try {
    const requestId = await uploadExtensions(id, extensions, {
      reason,
      signal: controller.signal,
      onProgress: (sent) =>
        setProgress(
          sent.sentBytes < sent.totalBytes
            ? { phase: "uploading", ...sent, startedAtMs, stop }
            : { phase: "restarting", startedAtMs: presentMs() },
        ),
    });
    setProgress({ phase: "returning", startedAtMs: presentMs() });
    const state = await waitUntilReady(client, id);
    if (state === "ended") throw new Error(extensionUploadTexts.browserEndedWhileRestarted);
    const placed = await placedCount(client, id);
    setProgress(
      state === "back"
        ? { phase: "loaded", names, placed, requestId }
        : { phase: "silent", names, requestId },
    );
    return true;
  } catch (error) {
    if (controller.signal.aborted) setProgress({ phase: "stopped" });
    else {
      setProgress({ phase: "returning", startedAtMs: presentMs() });
      setProgress({ phase: "failed", error, after: await uploadOutcomeOf(client, id, names, error) });
    }
    return false;
  } finally {
    void client.invalidateQueries({ queryKey: fileQueries.session(id) });
  }
}
