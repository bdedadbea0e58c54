// What a video element cannot tell: whether the recording is final, why it cannot be had, and when it was made. Asked
// with the first byte alone.
import { bffHeaders } from "../bff/headers.ts";
import { BffError, failureOf } from "./bff.ts";

export type Video =
  | { readonly state: "recording" }
  | {
      readonly state: "final";
      /** Undefined when the API does not say. */
      readonly sizeBytes: number | undefined;
      readonly startedAt: string | undefined;
      readonly finishedAt: string | undefined;
    };

function sizeOf(headers: Headers): number | undefined {
  const total = /\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1] ?? headers.get(bffHeaders.sizeBytes);
  return total === null ? undefined : Number(total);
}

/** Opens the video at `url`; throws BffError when it is refused. */
export async function readVideo(url: string, signal: AbortSignal): Promise<Video> {
  const response = await fetch(url, {
    credentials: "same-origin",
    cache: "no-store",
    headers: { range: "bytes=0-0" },
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new BffError(0, "dashboard_unreachable", "The dashboard cannot be reached.");
  });
  if (!response.ok) throw await failureOf(response);
  // An upstream that knows no ranges sends all of it; nobody here reads it.
  await response.body?.cancel();
  if (response.status === 202) return { state: "recording" };
  return {
    state: "final",
    sizeBytes: sizeOf(response.headers),
    startedAt: response.headers.get(bffHeaders.recordingStartedAt) ?? undefined,
    finishedAt: response.headers.get(bffHeaders.recordingFinishedAt) ?? undefined,
  };
}
