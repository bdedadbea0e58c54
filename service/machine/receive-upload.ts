// Receives request bodies into files of a private temporary folder, one chunk in memory at a time, with limits. The
// operations interpret the parts.
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";
import { badRequest, Problem } from "../kernel/problem.ts";

export interface UploadLimits {
  maxParts: number;
  maxFileBytes: number;
  /** The bytes of the whole body. */
  maxTotalBytes: number;
  maxFieldBytes: number;
}

export interface UploadedField {
  kind: "field";
  name: string;
  value: string;
}

export interface UploadedFile {
  kind: "file";
  name: string;
  filename: string | undefined;
  /** Path of its temporary file, which exists until `discard`. */
  path: string;
}

export type Part = UploadedField | UploadedFile;

export interface Upload {
  /** In the order they were sent. */
  parts: readonly Part[];
  /** Removes the temporary folder; may be called again. */
  discard(): Promise<void>;
}

const standardIdleMs = 60_000;
const maxHeaderBytes = 16 * 1024;

/**
 * Reads a multipart/form-data request to its end; files go into a new folder in `dir`, which is created when missing.
 * Throws Problem 400 (another content type, malformed, incomplete, a field that is too long), 413 (too much), 408 (nothing
 * received for a minute); then the folder is removed.
 */
export async function receiveUpload(
  request: FastifyRequest,
  { dir, limits, idleMs = standardIdleMs }: { dir: string; limits: UploadLimits; idleMs?: number },
): Promise<Upload> {
  const { raw } = request;
  try {
    const parser = parserOf(request, limits);
    checkContentLength(raw, limits.maxTotalBytes);
    return await inOwnFolder(dir, async (folder, discard) => {
      const parts = await receiveParts(
        receivedChunks(raw, limits.maxTotalBytes, idleMs),
        parser,
        folder,
        limits,
      );
      return { parts, discard };
    });
  } catch (error) {
    // A client reads the response only after it has sent the rest of the body.
    raw.resume();
    throw error;
  }
}

/**
 * Reads a request's whole body, of any type, into a file in a new folder in `dir`, which is created when missing.
 * Throws Problem 413, 400 and 408 like `receiveUpload`; then the folder is removed.
 */
export async function receiveFile(
  request: FastifyRequest,
  { dir, maxBytes }: { dir: string; maxBytes: number },
): Promise<{ path: string; discard(): Promise<void> }> {
  const { raw } = request;
  try {
    checkContentLength(raw, maxBytes);
    return await inOwnFolder(dir, async (folder, discard) => {
      const path = join(folder, "0");
      await pipeline(receivedChunks(raw, maxBytes, standardIdleMs), newFile(path));
      return { path, discard };
    });
  } catch (error) {
    raw.resume();
    throw error;
  }
}

/** Creates a private folder, which is removed when `act` fails. */
async function inOwnFolder<T>(
  dir: string,
  act: (folder: string, discard: () => Promise<void>) => Promise<T>,
): Promise<T> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(dir, "upload-"));
  const discard = () => rm(folder, { recursive: true, force: true });
  try {
    return await act(folder, discard);
  } catch (error) {
    await discard();
    throw error;
  }
}

const newFile = (path: string) => createWriteStream(path, { flags: "wx", mode: 0o600 });

/** Throws Problem 400 for another content type, or one without a boundary. */
function parserOf(request: FastifyRequest, limits: UploadLimits): BusboyInstance {
  const contentType = request.headers["content-type"] ?? "";
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw badRequest("send multipart/form-data");
  }
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      preservePath: true,
      // True for parts that browsers and the published clients send as files.
      isPartAFile: (_name, type, filename) =>
        filename !== undefined || (type !== undefined && !/^(text\/|application\/json\b)/i.test(type)),
      limits: {
        parts: limits.maxParts,
        fileSize: limits.maxFileBytes,
        fieldSize: limits.maxFieldBytes,
        headerSize: maxHeaderBytes,
      },
    });
  } catch {
    throw badRequest("the content type multipart/form-data needs a boundary");
  }
}

/** Fields and files in the order they are sent; on an error, no file is written any more when it throws. */
async function receiveParts(
  source: AsyncIterable<Buffer>,
  parser: BusboyInstance,
  folder: string,
  limits: UploadLimits,
): Promise<Part[]> {
  const parts: Part[] = [];
  const files: { stream: BusboyFileStream; saved: Promise<unknown> }[] = [];
  const refuse = (error: unknown) =>
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
  parser.on("partsLimit", () => refuse(tooLarge(`more than ${limits.maxParts} parts`)));
  parser.on("field", (name, value, _nameTruncated, truncated, encoding) => {
    const fault = headFault(name, encoding);
    if (fault) refuse(fault);
    else if (truncated) {
      refuse(badRequest(`${quoted(name)} is a field of more than ${limits.maxFieldBytes} bytes`));
    } else if (value.includes("\uFFFD")) {
      refuse(badRequest(`${quoted(name)} is a field that is not valid UTF-8`));
    } else parts.push({ kind: "field", name, value });
  });
  parser.on("file", (name, stream, filename, encoding) => {
    const path = join(folder, String(parts.length));
    parts.push({ kind: "file", name, filename, path });
    stream.on("limit", () => {
      refuse(tooLarge(`${quoted(name)} is a file of more than ${limits.maxFileBytes} bytes`));
    });
    files.push({ stream, saved: pipeline(stream, newFile(path)).catch(refuse) });
    const fault = headFault(name, encoding);
    if (fault) refuse(fault);
  });
  try {
    await pipeline(source, parser);
  } catch (error) {
    if (error instanceof Problem || !(error instanceof Error) || "code" in error) throw error;
    throw badRequest("the body ends before its closing boundary");
  } finally {
    // Without an error, a pipeline waits for the end of a stream that has received all of its content.
    if (parser.destroyed) for (const { stream } of files) stream.destroy(new Error("the upload is refused"));
    await Promise.all(files.map(({ saved }) => saved));
  }
  return parts;
}

/** Why a part cannot be used: the parser reports it although its name is missing, or its content encoded. */
function headFault(name: string | undefined, encoding: string): Problem | undefined {
  if (!name) return badRequest("a part has no name");
  if (/^(7bit|8bit|binary)$/i.test(encoding)) return undefined;
  return badRequest(`a part is encoded as ${encoding.slice(0, 40)}; send it as it is`);
}

function checkContentLength(raw: IncomingMessage, maxTotalBytes: number): void {
  if (Number(raw.headers["content-length"] ?? 0) > maxTotalBytes) {
    throw tooLarge(`the body is more than ${maxTotalBytes} bytes`);
  }
}

/**
 * A request's body in chunks. Throws Problem 413 beyond `maxTotalBytes`, 400 when the client disconnects before the
 * end, 408 when nothing is received for `idleMs`. The connection stays usable for the response.
 */
async function* receivedChunks(
  raw: IncomingMessage,
  maxTotalBytes: number,
  idleMs: number,
): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  const chunks = raw.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const { done, value: chunk } = await nextWithin(idleMs, chunks);
      if (done) return;
      if (!Buffer.isBuffer(chunk)) continue;
      sizeBytes += chunk.length;
      if (sizeBytes > maxTotalBytes) throw tooLarge(`the body is more than ${maxTotalBytes} bytes`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw badRequest("the body was cut off before its end");
  } finally {
    // Not awaited: of one that is late it ends when more arrives, or with the connection.
    void chunks.return?.();
  }
}

/** The next chunk. Rejects with Problem 408 when it is late. */
async function nextWithin<T>(limitMs: number, chunks: AsyncIterator<T>): Promise<IteratorResult<T, unknown>> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const message = `nothing arrived for ${limitMs / 1000} seconds`;
    late.reject(new Problem(408, "request_timeout", message));
  }, limitMs);
  return await Promise.race([chunks.next(), late.promise]).finally(() => clearTimeout(timer));
}

const tooLarge = (what: string) => new Problem(413, "payload_too_large", what);
const quoted = (name: string) => JSON.stringify(name.slice(0, 80));
