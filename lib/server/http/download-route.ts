// A download is one call of downloadRoute: audited before the first byte, forwarded unchanged as it arrives, never
// displayed in the page.
import "server-only";
import { create as contentDisposition } from "content-disposition";
import type { Operation, OperationInput } from "../../contract/operation.ts";
import { Problem } from "../kernel/problem.ts";
import { download } from "../upstream/call.ts";
import { discardBody } from "../upstream/send.ts";
import { audited } from "./audited.ts";
import { bytesRoute, sizeHeader } from "./bytes-route.ts";

/** A file name that is safe in file systems and headers; `fallback` when nothing is left of it. */
export function safeFileName(name: string, fallback: string): string {
  const clean = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._ -]/gu, "_")
    .replace(/^[. ]+|[. ]+$/g, "")
    .slice(0, 100)
    // The cut may have left half of a surrogate pair.
    .toWellFormed()
    .replace("\ufffd", "_");
  return clean === "" ? fallback : clean;
}

export interface DownloadOptions<Op extends Operation> {
  /** The name the browser saves it under. */
  fileName: (input: OperationInput<Op>) => string | Promise<string>;
  /** Message when the resource exists but has no content. */
  whenEmpty: string;
}

/** GET and HEAD of a download. */
export const downloadRoute = <Op extends Operation>(operation: Op, options: DownloadOptions<Op>) =>
  bytesRoute(operation, async ({ input, act, request }) => {
    // Before the download is opened, because an open body must be read at once.
    const fileName = await options.fileName(input);
    const opened = await audited(act, async () => {
      const answer = await download(operation, input, { signal: request.signal });
      if (operation.answers[answer.status]?.kind === "bytes") return answer;
      discardBody(answer.body);
      throw new Problem(409, "nothing_saved", options.whenEmpty);
    });
    const headers = () => ({
      "content-type": "application/octet-stream",
      "content-disposition": contentDisposition(fileName),
      // For the page's progress bar and its size limit.
      ...sizeHeader(opened),
    });
    return { opened, headers };
  });
