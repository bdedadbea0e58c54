"use client";

import type { QueryClient } from "@tanstack/react-query";
import { paces } from "@/lib/paces";
import { BffError } from "@/lib/queries/bff";
import { browserQueries } from "@/lib/queries/browsers";
import { type ExtensionToSend, extensionQueries, uploadExtensions } from "@/lib/queries/extensions";
import { fileQueries } from "@/lib/queries/files";
import { perSession } from "./per-session.ts";

/** What became of the session: `unclear` when nobody can say whether the extensions were loaded. */
export type Aftermath = "as it was" | "unclear" | "ended";

/** An upload from the first byte to the session that answers again. */
export type UploadRun =
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
  | { phase: "failed"; error: unknown; after: Aftermath }
  | { phase: "stopped" };

export const uploads = perSession<UploadRun>({ phase: "none" });

export const isRunning = ({ phase }: UploadRun): boolean =>
  phase === "uploading" || phase === "restarting" || phase === "returning";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks until the session answers, newly and alive. */
async function comeBack(client: QueryClient, id: string): Promise<"back" | "ended" | "silent"> {
  for (
    const endMs = Date.now() + paces.patience.returnMs;
    Date.now() < endMs;
    await wait(paces.retry.returnMs)
  ) {
    try {
      const answer = await client.fetchQuery({ ...browserQueries.detail(id), staleTime: 0, retry: false });
      if (answer.data.deleted_at) return "ended";
      if (answer.stale === undefined) return "back";
    } catch (error) {
      if (error instanceof BffError && error.status === 404) return "ended";
    }
  }
  return "silent";
}

/** The extensions that lie in the instance now; undefined when this API does not say. */
const placedNow = (client: QueryClient, id: string) =>
  client.fetchQuery({ ...extensionQueries.placed(id), staleTime: 0 }).catch(() => undefined);

async function aftermath(
  client: QueryClient,
  id: string,
  names: readonly string[],
  error: unknown,
): Promise<Aftermath> {
  if (error instanceof BffError && error.status >= 400 && error.status < 500 && error.status !== 404)
    return "as it was";
  const state = await comeBack(client, id);
  if (state !== "back") return state === "ended" ? "ended" : "unclear";
  const placed = await placedNow(client, id);
  return placed !== undefined && !names.some((name) => placed.includes(name)) ? "as it was" : "unclear";
}

/** Sends the extensions and follows the session until it answers again; the run tells how far it is. */
export async function loadExtensions(
  client: QueryClient,
  id: string,
  extensions: readonly ExtensionToSend[],
  reason: string,
): Promise<boolean> {
  const tell = (run: UploadRun) => uploads.set(id, () => run);
  const controller = new AbortController();
  const stop = () => controller.abort();
  const names = extensions.map(({ name }) => name);
  const startedAtMs = Date.now();
  const totalBytes = extensions.reduce((sum, { zip }) => sum + zip.size, 0);
  tell({ phase: "uploading", sentBytes: 0, totalBytes, startedAtMs, stop });
  try {
    const requestId = await uploadExtensions(id, extensions, {
      reason,
      signal: controller.signal,
      onProgress: (sent) =>
        tell(
          sent.sentBytes < sent.totalBytes
            ? { phase: "uploading", ...sent, startedAtMs, stop }
            : { phase: "restarting", startedAtMs: Date.now() },
        ),
    });
    tell({ phase: "returning", startedAtMs: Date.now() });
    const state = await comeBack(client, id);
    if (state === "ended") throw new Error("The session ended while its browser restarted.");
    const placed = await placedNow(client, id);
    tell(
      state === "back"
        ? { phase: "loaded", names, placed, requestId }
        : { phase: "silent", names, requestId },
    );
    return true;
  } catch (error) {
    if (controller.signal.aborted) tell({ phase: "stopped" });
    else {
      tell({ phase: "returning", startedAtMs: Date.now() });
      tell({ phase: "failed", error, after: await aftermath(client, id, names, error) });
    }
    return false;
  } finally {
    void client.invalidateQueries({ queryKey: fileQueries.session(id) });
  }
}
