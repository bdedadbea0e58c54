// Metadata that a video element does not expose: whether the recording is final, why it is unavailable, and when it was
// made. Requests the first byte only.
import { bffHeaders } from "../bff/headers.ts";
import { failureOf, reach } from "./bff.ts";

export type Video =
  | { readonly state: "recording" }
  | {
      readonly state: "final";
      /** Undefined when the API does not report it. */
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
  const response = await reach(url, { headers: { range: "bytes=0-0" }, signal });
  if (!response.ok) throw await failureOf(response);
  // An upstream without range support sends the whole video, which is discarded.
  await response.body?.cancel();
  if (response.status === 202) return { state: "recording" };
  return {
    state: "final",
    sizeBytes: sizeOf(response.headers),
    startedAt: response.headers.get(bffHeaders.recordingStartedAt) ?? undefined,
    finishedAt: response.headers.get(bffHeaders.recordingFinishedAt) ?? undefined,
  };
}
