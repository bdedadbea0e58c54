// A download is one call of downloadRoute: audited before the first byte, forwarded unchanged as it arrives, never
// displayed in the page.
import "server-only";
import type { Readable } from "node:stream";
import { create as contentDisposition } from "content-disposition";
import type { Operation, OperationInput } from "../../contract/operation.ts";
import { type Database, database } from "../db/database.ts";
import { Problem } from "../kernel/problem.ts";
import { download } from "../upstream/call.ts";
import { discardBody, type Opened } from "../upstream/send.ts";
import { audited } from "./audited.ts";
import { bytesRoute, type OpenBody, sizeHeader } from "./bytes-route.ts";

interface FileName<Op extends Operation> {
  /** The name the browser saves it under. */
  fileName: (input: OperationInput<Op>) => string | Promise<string>;
}

/** A download from the upstream. */
interface UpstreamDownload<Op extends Operation> extends FileName<Op> {
  /** Message when the resource exists but has no content. */
  whenEmpty: string;
}

/** A download that the dashboard makes. */
interface OwnDownload<Op extends Operation> extends FileName<Op> {
  /** Opens the bytes; throws a Problem before the first one. They are destroyed when the client disconnects. */
  answer: (context: { input: OperationInput<Op>; db: Database; nowMs: number }) => Promise<Readable>;
}

export type DownloadOptions<Op extends Operation> = UpstreamDownload<Op> | OwnDownload<Op>;

async function openUpstream<Op extends Operation>(
  operation: Op,
  input: OperationInput<Op>,
  { whenEmpty }: UpstreamDownload<Op>,
  signal: AbortSignal,
): Promise<Opened> {
  const answer = await download(operation, input, { signal });
  if (operation.answers[answer.status]?.kind === "bytes") return answer;
  discardBody(answer.body);
  throw new Problem(409, "nothing_saved", whenEmpty);
}

/** GET and HEAD of a download. */
export const downloadRoute = <Op extends Operation>(operation: Op, options: DownloadOptions<Op>) =>
  bytesRoute(operation, "each", async ({ input, act, request }) => {
    // Before the download is opened, because an open body must be read at once.
    const fileName = await options.fileName(input);
    const opened = await audited(act, async (): Promise<OpenBody & Partial<Pick<Opened, "headers">>> => {
      if (!("answer" in options)) return await openUpstream(operation, input, options, request.signal);
      return { status: 200, body: await options.answer({ input, db: database(), nowMs: Date.now() }) };
    });
    const headers = () => ({
      "content-type": "application/octet-stream",
      "content-disposition": contentDisposition(fileName),
      // For the page's progress bar and its size limit.
      ...sizeHeader({ headers: opened.headers ?? {} }),
    });
    return { opened, headers };
  });
