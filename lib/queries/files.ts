import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { apiAddress } from "../bff/base-path.ts";
import { bffHeaders } from "../bff/headers.ts";
import type { FileInfo } from "../contract/files.ts";
import { fileOperations } from "../contract/operations/files.ts";
import { encodeQuery, fillPath } from "../contract/request.ts";
import { blobsLine, withActKey } from "./act-keys.ts";
import { asAct, BffError, bff, isAbsent, isNotFound, reachOk } from "./bff.ts";
import { listQuery } from "./operation-query.ts";
import { actQueryTexts } from "./query-messages.ts";
import { withSignIn } from "./sign-in-again.ts";

const all = ["files"] as const;

export const fileQueries = {
  /** Key of all file queries of a session. */
  session: (id: string) => [...all, id] as const,
  list: (id: string, path: string) =>
    listQuery([...all, id], fileOperations.listFiles, { params: { id }, query: { path } }),
} as const;

/** A path in a session, and why it is changed. */
interface FileAct {
  id: string;
  path: string;
  reason: string;
}

/** Writes a file, in place of one that is there; never retried. Throws BffError. */
async function writeFile({
  id,
  path,
  content,
  mode,
  reason,
}: FileAct & { content: Blob; mode?: string | undefined }) {
  const { writeFile: operation } = fileOperations;
  const query = encodeQuery(operation.query, mode === undefined ? { path } : { path, mode });
  const { method } = operation;
  const line = { method, path: `${fillPath(operation.path, { id })}?${query}`, body: blobsLine([content]) };
  const send = (key: string) =>
    reachOk(apiAddress(line.path), {
      method,
      headers: {
        [bffHeaders.idempotencyKey]: key,
        "content-type": operation.body.contentType,
        ...(reason === "" ? {} : { [bffHeaders.reason]: encodeURIComponent(reason) }),
      },
      body: content,
    });
  await withSignIn(() => asAct(withActKey(line, send, { isUpload: true })));
}

export interface FileMove {
  id: string;
  from: string;
  to: string;
}

export const fileMutations = {
  write: () =>
    mutationOptions({
      mutationFn: writeFile,
      onSettled: (_data, _error, { id }, _result, { client }) =>
        client.invalidateQueries({ queryKey: fileQueries.session(id) }),
    }),
  /** Creates an empty file, or a folder and those above it; rejects with a conflict where something is there. */
  create: () =>
    mutationOptions({
      mutationFn: async ({ isFolder, ...act }: FileAct & { isFolder: boolean }, { client }) => {
        const { id, path, reason } = act;
        if ((await placeAt(client, id, path)).state === "taken")
          throw new BffError(409, "conflict", actQueryTexts.isTaken(path));
        if (isFolder)
          await bff.act(fileOperations.createDirectory, { params: { id }, body: { path } }, { reason });
        else await writeFile({ ...act, content: new Blob([]) });
      },
      onSettled: (_data, _error, { id }, _result, { client }) =>
        client.invalidateQueries({ queryKey: fileQueries.session(id) }),
    }),
  /** Deletes a file, or a folder with all that is in it. */
  remove: () =>
    mutationOptions({
      mutationFn: ({ id, path, isFolder, reason }: FileAct & { isFolder: boolean }) =>
        bff.act(
          isFolder ? fileOperations.deleteDirectory : fileOperations.deleteFile,
          { params: { id }, body: { path } },
          { reason },
        ),
      onSettled: (_data, _error, { id }, _result, { client }) =>
        client.invalidateQueries({ queryKey: fileQueries.session(id) }),
    }),
  /** Moves or renames; a file at the destination is replaced silently. */
  move: () =>
    mutationOptions({
      mutationFn: ({ id, from, to }: FileMove) =>
        bff.act(fileOperations.moveFile, { params: { id }, body: { src_path: from, dest_path: to } }),
      onSettled: (_data, _error, { id }, _result, { client }) =>
        client.invalidateQueries({ queryKey: fileQueries.session(id) }),
    }),
} as const;

/** Existence of a path: `unknown` when the API lacks the operation or its response is not fresh. */
export type Place = { state: "free" } | { state: "taken"; info: FileInfo } | { state: "unknown" };

/** Reads a path of an instance, bypassing caches. */
export async function placeAt(client: QueryClient, id: string, path: string): Promise<Place> {
  try {
    const answer = await client.fetchQuery({
      queryKey: [...all, id, "place", path],
      queryFn: ({ signal }) =>
        bff.one(fileOperations.retrieveFileInfo, { params: { id }, query: { path } }, { signal }),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    });
    return answer.stale === undefined ? { state: "taken", info: answer.data } : { state: "unknown" };
  } catch (error) {
    if (isAbsent(error)) return { state: "unknown" };
    if (isNotFound(error)) return { state: "free" };
    throw error;
  }
}

/** Reads what is in a folder, bypassing caches; undefined when that is not known. */
export async function entriesIn(
  client: QueryClient,
  id: string,
  path: string,
): Promise<readonly FileInfo[] | undefined> {
  try {
    const { items, bad, stale } = await client.fetchQuery({
      queryKey: [...all, id, "entries", path],
      queryFn: ({ signal }) =>
        bff.list(fileOperations.listFiles, { params: { id }, query: { path } }, { signal }),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    });
    return stale === undefined && bad.length === 0 ? items : undefined;
  } catch (error) {
    return isNotFound(error) ? [] : undefined;
  }
}

type Download = typeof fileOperations.readFile | typeof fileOperations.downloadDirectoryZip;

const urlOf = (operation: Download, id: string, path: string): string =>
  `${apiAddress(fillPath(operation.path, { id }))}?${encodeQuery(operation.query, { path })}`;

/** Download URL of a file, or of a folder as a zip archive. */
export const fileDownloadUrl = (id: string, info: Pick<FileInfo, "path" | "is_dir">): string =>
  urlOf(info.is_dir ? fileOperations.downloadDirectoryZip : fileOperations.readFile, id, info.path);
