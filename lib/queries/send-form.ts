// Uploads of a multipart form. They use XMLHttpRequest, because fetch reports no upload progress.
import { apiAddress } from "../bff/base-path.ts";
import { bffHeaders } from "../bff/headers.ts";
import { blobsLine, withActKey } from "./act-keys.ts";
import { asAct, BffError, failureOf } from "./bff.ts";
import { pageHeaders } from "./page-headers.ts";
import { bffTexts } from "./query-messages.ts";
import { withSignIn } from "./sign-in-again.ts";

export interface SentProgress {
  sentBytes: number;
  totalBytes: number;
}

export interface UploadOptions {
  reason?: string;
  onProgress: (progress: SentProgress) => void;
  signal?: AbortSignal;
}

/** A form for `/api` and `path`; `blobs`: what is in it, by which the server knows an upload again that is sent twice. */
export interface SentForm {
  method: string;
  path: string;
  form: FormData;
  blobs: readonly Blob[];
}

/** Sends a form; resolves to its successful response. Throws BffError, or the abort reason. */
export const sendForm = (sent: SentForm, options: UploadOptions): Promise<Response> =>
  withSignIn(() => {
    const line = { method: sent.method, path: sent.path, body: blobsLine(sent.blobs) };
    return asAct(withActKey(line, (key) => send(sent, key, options), { isUpload: true }));
  });

function send(
  { method, path, form }: SentForm,
  key: string,
  { reason, onProgress, signal }: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, apiAddress(path));
    const headers = { ...pageHeaders(), [bffHeaders.idempotencyKey]: key };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (reason) request.setRequestHeader(bffHeaders.reason, encodeURIComponent(reason));
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
    request.onload = () => {
      const { status } = request;
      const found = [bffHeaders.requestId, bffHeaders.replayed].flatMap((name): [string, string][] => {
        const value = request.getResponseHeader(name);
        return value === null ? [] : [[name, value]];
      });
      const body = status === 204 || status === 205 ? null : request.responseText;
      const response = new Response(body, { status, headers: found });
      if (status >= 200 && status < 300) resolve(response);
      else failureOf(response).then(reject, reject);
    };
    request.onerror = () => reject(new BffError(0, "dashboard_unreachable", bffTexts.connectionBrokeOff));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
