// Streams a file as a response: whole or one requested byte range.
import type { FileHandle } from "node:fs/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../kernel/problem.ts";

export interface ByteRange {
  start: number;
  /** Inclusive. */
  end: number;
}

/**
 * Parses a `Range` header. "whole" also for anything but a single byte range, as RFC 9110 allows; "unsatisfiable"
 * when the range starts after the end.
 */
export function readRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | "whole" | "unsatisfiable" {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return "whole";
  if (first === "") {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? "unsatisfiable" : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return "whole";
  if (start >= sizeBytes) return "unsatisfiable";
  return { start, end: last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) };
}

/** Sends an immutable file and closes it, also when the client disconnects. `tag` is its ETag, without quotes. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileHandle,
  given: { contentType: string; tag: string; headers?: Readonly<Record<string, string>> },
): Promise<FastifyReply> {
  try {
    const { size } = await file.stat();
    const tag = `"${given.tag}"`;
    const ifRange = request.headers["if-range"];
    const requested = ifRange === undefined || ifRange === tag ? request.headers.range : undefined;
    const range = readRange(requested, size);
    if (range === "unsatisfiable") {
      throw new Problem(416, "range_not_satisfiable", `the file has ${size} bytes`, {
        headers: { "content-range": `bytes */${size}` },
      });
    }
    const { start, end } = range === "whole" ? { start: 0, end: size - 1 } : range;
    reply
      .code(range === "whole" ? 200 : 206)
      .headers({ ...given.headers })
      .header("content-type", given.contentType)
      .header("content-length", end - start + 1)
      .header("accept-ranges", "bytes")
      .header("etag", tag)
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff");
    if (range !== "whole") reply.header("content-range", `bytes ${start}-${end}/${size}`);
    // The stream closes the file.
    return reply.send(file.createReadStream({ start, end }));
  } catch (error) {
    await file.close();
    throw error;
  }
}
