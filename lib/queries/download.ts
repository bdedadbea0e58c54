// Downloads by fetch rather than by link, which could neither carry the reason for the audit nor report a failure.
// The chunks are combined into blobs as they arrive, which the browser stores on disk.
import { bffHeaders } from "../bff/headers.ts";
import { BffError, failureOf, reach } from "./bff.ts";
import { fileNameFrom } from "./file-name.ts";
import { withProof } from "./proof.ts";
import { bffTexts } from "./query-messages.ts";
import { withSignIn } from "./sign-in-again.ts";

export interface DownloadProgress {
  receivedBytes: number;
  /** Undefined when the size is unknown. */
  totalBytes: number | undefined;
}

export interface DownloadedFile {
  blob: Blob;
  fileName: string;
  requestId: string | undefined;
}

const foldBytes = 8 * 1024 * 1024;

export interface DownloadOptions {
  reason?: string;
  /** File name if the response has none. */
  fallbackName: string;
  onProgress?: (progress: DownloadProgress) => void;
  signal: AbortSignal;
}

/** Downloads a file of the BFF. Throws BffError when it is refused or interrupted, the abort reason when aborted. */
export async function download(url: string, options: DownloadOptions): Promise<DownloadedFile> {
  const { reason, fallbackName, onProgress, signal } = options;
  const request = async () => {
    const headers = reason === undefined ? {} : { [bffHeaders.reason]: encodeURIComponent(reason) };
    const answer = await reach(url, { headers, signal });
    if (!answer.ok) throw await failureOf(answer);
    return answer;
  };
  const response = await withSignIn(() => withProof(request));
  const requestId = response.headers.get(bffHeaders.requestId) ?? undefined;
  const length = Number(response.headers.get(bffHeaders.sizeBytes) ?? Number.NaN);
  const totalBytes = Number.isFinite(length) ? length : undefined;
  try {
    const blob = await collect(response, (receivedBytes) => onProgress?.({ receivedBytes, totalBytes }));
    return {
      blob,
      fileName: fileNameFrom(response.headers.get("content-disposition"), fallbackName),
      requestId,
    };
  } catch (error) {
    if (signal.aborted) throw error;
    throw new BffError(response.status, "download_broke_off", bffTexts.downloadBrokeOff, {
      requestId,
    });
  }
}

async function collect(response: Response, onBytes: (receivedBytes: number) => void): Promise<Blob> {
  if (response.body === null) return new Blob([]);
  const type = "application/octet-stream";
  let folded = new Blob([], { type });
  let loose: Uint8Array<ArrayBuffer>[] = [];
  let looseBytes = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    loose.push(value);
    looseBytes += value.byteLength;
    onBytes(folded.size + looseBytes);
    if (looseBytes < foldBytes) continue;
    folded = new Blob([folded, ...loose], { type });
    loose = [];
    looseBytes = 0;
  }
  return new Blob([folded, ...loose], { type });
}
