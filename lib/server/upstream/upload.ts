// Forwards an upload to the upstream as it arrives: time limits on both sides, never buffered as a whole.
import "server-only";
import { Readable } from "node:stream";
import type { RequestLine } from "../../contract/request.ts";
import { deadlines } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";
import { openExchange, type Received, readWhole } from "./send.ts";
import { failureOfTransport, timedOut } from "./upstream-failure.ts";

const { idleMs, answerMs, totalMs } = deadlines.upload;

/** A request body to forward. */
export interface Upload {
  contentType: string;
  /** In bytes, as declared by the client; undefined without a declaration. */
  contentLength: number | undefined;
  chunks: AsyncIterable<Uint8Array>;
}

const stalled = () => new Problem(408, "request_timeout", "The upload stopped. Nothing was loaded.");

/** Sends and resolves to the 2xx answer. Throws an UpstreamFailure, a Problem 408 when the client stalls, the reason of
 *  the aborted signal, or what `chunks` threw. */
export async function sendUpload(line: RequestLine, upload: Upload, signal: AbortSignal): Promise<Received> {
  const cut = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const within = (ms: number, fault: () => Problem) => {
    clearTimeout(timer);
    timer = setTimeout(() => cut.abort(fault()), ms);
  };
  async function* withTimeouts() {
    try {
      within(idleMs, stalled);
      for await (const chunk of upload.chunks) {
        within(idleMs, timedOut);
        yield chunk;
        within(idleMs, stalled);
      }
      within(answerMs, timedOut);
    } catch (error) {
      // Otherwise the upstream would take the part it has for the whole.
      cut.abort(error);
      throw error;
    }
  }
  const stream = Readable.from(withTimeouts(), { objectMode: false, highWaterMark: 64 * 1024 });
  stream.on("error", () => undefined);
  const { contentType, contentLength } = upload;
  try {
    const both = AbortSignal.any([signal, cut.signal]);
    const sent = { contentType, contentLength, stream };
    const { status, headers, body } = await openExchange(line, "act", totalMs, both, "application/json", {
      sent,
    });
    const bytes = await readWhole(body, "act").catch((error: unknown) => {
      throw both.aborted ? both.reason : failureOfTransport(error);
    });
    return { status, headers, bytes, receivedAtMs: Date.now() };
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
}
