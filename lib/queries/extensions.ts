import { queryOptions } from "@tanstack/react-query";
import { extensionParts } from "../bff/extension-upload.ts";
import { bffHeaders } from "../bff/headers.ts";
import { pathInFolder } from "../bff/instance-path.ts";
import { extensionOperations } from "../contract/operations/extensions.ts";
import { fileOperations } from "../contract/operations/files.ts";
import { pageLimit } from "../contract/paging.ts";
import { fillPath } from "../contract/request.ts";
import { actKeyOf, blobsLine } from "./act-keys.ts";
import { BffError, bff, failureOf } from "./bff.ts";
import { listQuery } from "./operation-query.ts";

export const extensionQueries = {
  /** Extension folders of an instance: `/home/<service_user>/extensions/<name>`. */
  placed: (id: string) =>
    queryOptions({
      queryKey: ["files", id, "extensions"] as const,
      queryFn: ({ signal }) => placedExtensions(id, signal),
      retry: false,
    }),
} as const;

/** The extensions that the API stores, for new browsers and pools. */
export const storedExtensionQueries = {
  list: () =>
    listQuery(["extensions"] as const, extensionOperations.listExtensions, {
      query: { limit: pageLimit.max, offset: 0 },
    }),
} as const;

async function placedExtensions(id: string, signal: AbortSignal): Promise<string[]> {
  const foldersIn = async (path: string) => {
    const { items } = await bff.list(
      fileOperations.listFiles,
      { params: { id }, query: { path } },
      { signal },
    );
    return items.filter((item) => item.is_dir).map((item) => item.name);
  };
  const users = await foldersIn("/home");
  const names = await Promise.all(
    users.map((user) =>
      foldersIn(pathInFolder(`/home/${user}`, "extensions")).catch((error: unknown) => {
        // The folder is absent for users without extensions.
        if (error instanceof BffError && error.status === 404) return [];
        throw error;
      }),
    ),
  );
  return names.flat().sort();
}

export interface ExtensionToSend {
  name: string;
  zip: Blob;
}

export interface SentProgress {
  sentBytes: number;
  totalBytes: number;
}

export interface UploadOptions {
  reason?: string;
  onProgress: (progress: SentProgress) => void;
  signal: AbortSignal;
}

/**
 * Uploads extensions to a session and resolves to the request id when they are loaded. Throws BffError, or the abort
 * reason. Uses XMLHttpRequest, because fetch reports no upload progress.
 */
export function uploadExtensions(
  id: string,
  extensions: readonly ExtensionToSend[],
  { reason, onProgress, signal }: UploadOptions,
): Promise<string | undefined> {
  const form = new FormData();
  for (const { name, zip } of extensions) {
    form.append(extensionParts.name, name);
    form.append(extensionParts.zip, new File([zip], `${name}.zip`, { type: "application/zip" }));
  }
  const { method, path: template } = extensionOperations.uploadBrowserExtensions;
  const path = fillPath(template, { id });
  const { key, end } = actKeyOf({ method, path, body: blobsLine(extensions.map(({ zip }) => zip)) });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, `/api${path}`);
    request.setRequestHeader(bffHeaders.idempotencyKey, key);
    if (reason) request.setRequestHeader(bffHeaders.reason, encodeURIComponent(reason));
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
    // An upload that was cut off has ended, so that its key serves only equal ones at the same time.
    request.onloadend = end;
    request.onload = () => {
      const { status } = request;
      const requestId = request.getResponseHeader(bffHeaders.requestId) ?? undefined;
      if (status >= 200 && status < 300) return resolve(requestId);
      const headers = requestId === undefined ? {} : { [bffHeaders.requestId]: requestId };
      failureOf(new Response(request.responseText, { status, headers })).then(reject, reject);
    };
    request.onerror = () =>
      reject(new BffError(0, "dashboard_unreachable", "The connection to the dashboard broke off."));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
