// Multipart parts on their way to disk: counted as they arrive, one chunk in memory, a private folder that goes
// away with the upload. What the parts mean is for their operation.
import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { FastifyRequest } from "fastify";
import { badRequest, Problem } from "../domain/problem.ts";
import { boundaryOf, MalformedMultipart, multipartEvents, type PartHead } from "./multipart.ts";

export interface UploadLimits {
  maxParts: number;
  maxFileBytes: number;
  /** Of the whole body. */
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
  /** Where it lies until `discard`. */
  path: string;
  sizeBytes: number;
}

export type Part = UploadedField | UploadedFile;

export interface Upload {
  /** In the order they were sent. */
  parts: readonly Part[];
  /** Removes the temporary folder; may be called again. */
  discard(): Promise<void>;
}

const idleMs = 60_000;

/**
 * Reads a multipart/form-data request to its end, files below a new folder in `dir` (made when missing).
 * Problem 415 (another content type), 400 (malformed, cut off), 413 (a limit), 408 (a client that stopped sending);
 * nothing is left behind then.
 */
export async function receiveUpload(
  request: FastifyRequest,
  { dir, limits }: { dir: string; limits: UploadLimits },
): Promise<Upload> {
  const { raw } = request;
  try {
    const boundary = requiredBoundary(request);
    refuseDeclared(raw, limits.maxTotalBytes);
    return await inOwnFolder(dir, async (folder, discard) => {
      const parts = await receiveParts(arriving(raw, limits.maxTotalBytes), boundary, folder, limits);
      return { parts, discard };
    });
  } catch (error) {
    // The answer can only be read by a client that gets rid of what it still sends.
    raw.resume();
    throw error instanceof MalformedMultipart ? badRequest(error.message) : error;
  }
}

/**
 * Reads a request's whole body, of whatever type, into a file below a new folder in `dir` (made when missing).
 * Problem 413, 400 and 408 as `receiveUpload`; nothing is left behind then.
 */
export async function receiveFile(
  request: FastifyRequest,
  { dir, maxBytes }: { dir: string; maxBytes: number },
): Promise<{ path: string; sizeBytes: number; discard(): Promise<void> }> {
  const { raw } = request;
  try {
    refuseDeclared(raw, maxBytes);
    return await inOwnFolder(dir, async (folder, discard) => {
      const path = join(folder, "0");
      const handle = await open(path, "wx", 0o600);
      try {
        let sizeBytes = 0;
        for await (const chunk of arriving(raw, maxBytes)) {
          sizeBytes += chunk.length;
          await handle.appendFile(chunk);
        }
        return { path, sizeBytes, discard };
      } finally {
        await handle.close();
      }
    });
  } catch (error) {
    raw.resume();
    throw error;
  }
}

/** A new private folder, which stays when `act` succeeds. */
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

/** Whether a part is a file, as browsers and the published clients mark it. */
const isFile = ({ filename, contentType }: PartHead) =>
  filename !== undefined ||
  (contentType !== undefined && !/^(text\/|application\/json\b)/i.test(contentType));

async function receiveParts(
  source: AsyncIterable<Buffer>,
  boundary: string,
  folder: string,
  limits: UploadLimits,
): Promise<Part[]> {
  const parts: Part[] = [];
  let current: OpenPart | undefined;
  try {
    for await (const event of multipartEvents(source, boundary)) {
      switch (event.kind) {
        case "part": {
          if (parts.length >= limits.maxParts) throw tooLarge(`more than ${limits.maxParts} parts`);
          const { head } = event;
          current = isFile(head)
            ? await openFile(head, join(folder, String(parts.length)), limits.maxFileBytes)
            : openField(head.name, limits.maxFieldBytes);
          break;
        }
        case "data":
          await current?.write(event.chunk);
          break;
        case "end":
          if (current) parts.push(await current.finish());
          current = undefined;
          break;
      }
    }
  } finally {
    await current?.abandon();
  }
  return parts;
}

interface OpenPart {
  write(chunk: Buffer): void | Promise<void>;
  finish(): Part | Promise<Part>;
  abandon(): void | Promise<void>;
}

function openField(name: string, maxBytes: number): OpenPart {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  return {
    write(chunk) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw tooLarge(`${shown(name)} is a field of more than ${maxBytes} bytes`);
      chunks.push(chunk);
    },
    finish() {
      try {
        const value = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
          Buffer.concat(chunks),
        );
        return { kind: "field", name, value };
      } catch {
        throw badRequest(`${shown(name)} is a field that is not valid UTF-8`);
      }
    },
    abandon() {},
  };
}

async function openFile(head: PartHead, path: string, maxBytes: number): Promise<OpenPart> {
  const { name, filename } = head;
  const handle = await open(path, "wx", 0o600);
  let sizeBytes = 0;
  return {
    async write(chunk) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw tooLarge(`${shown(name)} is a file of more than ${maxBytes} bytes`);
      await handle.appendFile(chunk);
    },
    async finish() {
      await handle.close();
      return { kind: "file", name, filename, path, sizeBytes };
    },
    abandon: () => handle.close(),
  };
}

function requiredBoundary(request: FastifyRequest): string {
  const contentType = request.headers["content-type"];
  let boundary: string | undefined;
  try {
    boundary = boundaryOf(contentType);
  } catch {
    throw badRequest("the content type cannot be read");
  }
  if (boundary !== undefined) return boundary;
  if (/^multipart\/form-data/i.test(contentType ?? "")) {
    throw badRequest("the content type multipart/form-data needs a boundary of 1 to 70 characters");
  }
  throw new Problem(415, "unsupported_media_type", "send multipart/form-data");
}

function refuseDeclared(raw: IncomingMessage, maxTotalBytes: number): void {
  if (Number(raw.headers["content-length"] ?? 0) > maxTotalBytes) {
    throw tooLarge(`the body is more than ${maxTotalBytes} bytes`);
  }
}

/**
 * A request's body in chunks, counted: Problem 413 beyond `maxTotalBytes`, 400 when the client leaves before its
 * end, 408 when nothing arrives for a minute. The connection stays usable for the answer.
 */
async function* arriving(raw: IncomingMessage, maxTotalBytes: number): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  const idle = setTimeout(() => {
    raw.destroy(new Problem(408, "request_timeout", `nothing arrived for ${idleMs / 1000} seconds`));
  }, idleMs);
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) continue;
      idle.refresh();
      sizeBytes += chunk.length;
      if (sizeBytes > maxTotalBytes) throw tooLarge(`the body is more than ${maxTotalBytes} bytes`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw badRequest("the body was cut off before its end");
  } finally {
    clearTimeout(idle);
  }
}

const tooLarge = (what: string) => new Problem(413, "payload_too_large", what);
const shown = (name: string) => JSON.stringify(name.slice(0, 80));
