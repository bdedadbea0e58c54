// An upload passed on to the upstream as it arrives: bounded in time at each of its ends, never held as a whole.
import "server-only";
import { Readable } from "node:stream";
import type { RequestLine } from "../../contract/request.ts";
import { deadlines } from "../paces.ts";
import { Problem } from "../problem.ts";
import { timedOut } from "./failure.ts";
import { letGo, openExchange } from "./send.ts";

const { idleMs, answerMs, totalMs } = deadlines.upload;

export interface Upload {
  contentType: string;
  /** As declared by the sender; undefined when it did not say. */
  contentLength: number | undefined;
  chunks: AsyncIterable<Uint8Array>;
}

const stalled = () => new Problem(408, "request_timeout", "The upload stopped arriving; nothing was loaded.");

/** Sends and resolves to the status of success; throws an UpstreamFailure, or what the chunks threw. */
export async function sendUpload(line: RequestLine, upload: Upload, signal: AbortSignal): Promise<number> {
  const cut = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const within = (ms: number, fault: () => Problem) => {
    clearTimeout(timer);
    timer = setTimeout(() => cut.abort(fault()), ms);
  };
  async function* flowing() {
    try {
      within(idleMs, stalled);
      for await (const chunk of upload.chunks) {
        within(idleMs, timedOut);
        yield chunk;
        within(idleMs, stalled);
      }
      within(answerMs, timedOut);
    } catch (error) {
      // The upstream must not take what it has for the whole.
      cut.abort(error);
      throw error;
    }
  }
  const stream = Readable.from(flowing(), { objectMode: false, highWaterMark: 64 * 1024 });
  stream.on("error", () => undefined);
  const { contentType, contentLength } = upload;
  try {
    const both = AbortSignal.any([signal, cut.signal]);
    const sent = { contentType, contentLength, stream };
    const { status, body } = await openExchange(line, "upload", totalMs, both, "application/json", { sent });
    letGo(body);
    return status;
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
}
