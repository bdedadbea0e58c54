import { queryOptions } from "@tanstack/react-query";
import { extensionParts } from "../bff/extension-upload.ts";
import { bffHeaders } from "../bff/headers.ts";
import { pathInFolder } from "../bff/instance-path.ts";
import { extensionOperations } from "../contract/operations/extensions.ts";
import { fileOperations } from "../contract/operations/files.ts";
import { pageLimit } from "../contract/paging.ts";
import { fillPath } from "../contract/request.ts";
import { bff, isNotFound } from "./bff.ts";
import { listQuery } from "./operation-query.ts";
import { sendForm, type UploadOptions } from "./send-form.ts";

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
        if (isNotFound(error)) return [];
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

/** Uploads extensions to a session and resolves to the request id when they are loaded. Throws as `sendForm`. */
export async function uploadExtensions(
  id: string,
  extensions: readonly ExtensionToSend[],
  options: UploadOptions,
): Promise<string | undefined> {
  const form = new FormData();
  for (const { name, zip } of extensions) {
    form.append(extensionParts.name, name);
    form.append(extensionParts.zip, new File([zip], `${name}.zip`, { type: "application/zip" }));
  }
  const { method, path: template } = extensionOperations.uploadBrowserExtensions;
  const sent = { method, path: fillPath(template, { id }), form, blobs: extensions.map(({ zip }) => zip) };
  return (await sendForm(sent, options)).headers.get(bffHeaders.requestId) ?? undefined;
}
