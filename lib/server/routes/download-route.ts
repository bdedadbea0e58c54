// A download is one call of downloadRoute: audited before the first byte, passed on untouched as it arrives, never
// shown in the page. A source that breaks off breaks the download visibly instead of ending it early.
import "server-only";
import { create as contentDisposition } from "content-disposition";
import { bffHeaders } from "../../bff/headers.ts";
import type { Operation, OperationInput } from "../../contract/operation.ts";
import { logFault } from "../log.ts";
import { Problem } from "../problem.ts";
import { download } from "../upstream/call.ts";
import { letGo, type Opened } from "../upstream/send.ts";
import { audited } from "./audited.ts";
import type { Route } from "./define-route.ts";
import { securityHeaders } from "./headers.ts";
import { problemResponse } from "./problem.ts";
import { readAct } from "./read-act.ts";
import { refuseHead } from "./refuse-head.ts";
import { roleFor } from "./roles.ts";
import { sizeHeader } from "./size-header.ts";

/** A file name that no file system and no header misreads; `fallback` when nothing is left of it. */
export function safeFileName(name: string, fallback: string): string {
  const clean = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._ -]/gu, "_")
    .replace(/^[. ]+|[. ]+$/g, "")
    .slice(0, 100)
    // Half of a character beyond the 16th bit is none.
    .toWellFormed()
    .replace("\ufffd", "_");
  return clean === "" ? fallback : clean;
}

/** A body of the upstream as the body of an answer: passed on as fast as it is read, broken off when it breaks off. */
export function pass(body: Opened["body"], requestId: string): ReadableStream<Uint8Array> {
  const parts = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const part = await parts.next();
          if (part.done) controller.close();
          else controller.enqueue(part.value);
        } catch (error) {
          logFault("a download broke off", error, { request_id: requestId });
          controller.error(error);
        }
      },
      cancel() {
        letGo(body);
      },
    },
    { highWaterMark: 0 },
  );
}

export interface DownloadOptions<Op extends Operation> {
  /** The name the browser saves it under. */
  fileName: (input: OperationInput<Op>) => string | Promise<string>;
  /** Said when the upstream has the thing but nothing in it. */
  whenEmpty: string;
}

/** GET and HEAD of a download. */
export function downloadRoute<Op extends Operation>(
  operation: Op,
  options: DownloadOptions<Op>,
): { GET: Route; HEAD: Route } {
  const role = roleFor(operation.id);
  if (role === "public") throw new Error(`${operation.id}: a download is never public.`);
  const get: Route = async (request, context) => {
    const requestId = crypto.randomUUID();
    try {
      const { input, act } = await readAct(operation, role, request, context, requestId);
      // Before anything is opened: a body that nobody reads yet must not be waited beside.
      const fileName = await options.fileName(input);
      const opened = await audited(act, async () => {
        const answer = await download(operation, input, { signal: request.signal });
        if (operation.answers[answer.status]?.kind === "bytes") return answer;
        letGo(answer.body);
        throw new Problem(409, "nothing_saved", options.whenEmpty);
      });
      try {
        const headers = {
          ...securityHeaders,
          "cache-control": "no-store, no-transform",
          "content-type": "application/octet-stream",
          "content-disposition": contentDisposition(fileName),
          // The page tells how far it is, and leaves alone what is too large for it.
          ...sizeHeader(opened),
          [bffHeaders.requestId]: requestId,
        };
        return new Response(pass(opened.body, requestId), { headers });
      } catch (error) {
        letGo(opened.body);
        throw error;
      }
    } catch (error) {
      return problemResponse(error, requestId);
    }
  };
  return { GET: get, HEAD: refuseHead };
}
