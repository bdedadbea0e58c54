// A video for a player is one call of mediaRoute: same-origin, in the ranges the player requests, never stored. A
// player sends many requests for one video, so only its opening is audited.
import "server-only";
import { create as contentDisposition } from "content-disposition";
import { bffHeaders } from "../../bff/headers.ts";
import type { Operation, OperationInput } from "../../contract/operation.ts";
import { timestamp } from "../../contract/schema.ts";
import { download } from "../upstream/call.ts";
import { discardBody, headerOf, type Opened } from "../upstream/send.ts";
import { badAnswer } from "../upstream/upstream-failure.ts";
import { type Act, audited } from "./audited.ts";
import { inTurn, openingKey, openings } from "./audited-opening.ts";
import { boundedRange, readableRange } from "./byte-range.ts";
import { bytesRoute, sizeHeader } from "./bytes-route.ts";

/**
 * Audits the first request and the first part of a video per sign-in, and again after ten minutes without a part. First
 * requests run one after another.
 */
async function auditedOnce(act: Act, open: () => Promise<Opened>): Promise<Opened> {
  const key = openingKey(act);
  if (!openings().has(key))
    return await inTurn(key, () => (openings().has(key) ? openAgain(key, open) : openFirst(key, act, open)));
  return await openAgain(key, open);
}

async function openAgain(key: string, open: () => Promise<Opened>): Promise<Opened> {
  const opened = await open();
  if (opened.status !== 202) openings().set(key, true);
  return opened;
}

/** Audits the first request and the first part of a video. */
async function openFirst(key: string, act: Act, open: () => Promise<Opened>): Promise<Opened> {
  const waiting = `${key} 202`;
  const known = openings();
  const isRequestAudited = known.has(waiting);
  const opened = isRequestAudited ? await open() : await audited(act, open);
  if (opened.status === 202) {
    known.set(waiting, true);
    return opened;
  }
  if (isRequestAudited) {
    try {
      // So far the video was not final: this is its opening.
      await audited(act, async () => opened);
    } catch (error) {
      discardBody(opened.body);
      throw error;
    }
  }
  known.set(key, true);
  return opened;
}

const videoTypes = new Set(["video/mp4", "video/webm"]);

function typeOf(opened: Opened): string {
  const type = (headerOf(opened.headers, "content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return videoTypes.has(type) ? type : "application/octet-stream";
}

/** The upstream's headers that describe the bytes, if valid; throws for a 206 without a valid Content-Range. */
function contentHeaders(opened: Opened): Record<string, string> {
  const received = (name: string) => headerOf(opened.headers, name);
  const headers: Record<string, string> = { "content-type": typeOf(opened), ...sizeHeader(opened) };
  if (opened.status === 206) {
    const range = readableRange(received("content-range"));
    if (range === undefined) throw badAnswer("it is partial content without a valid range");
    headers["content-range"] = range;
  }
  if (opened.status === 206 || received("accept-ranges") === "bytes") headers["accept-ranges"] = "bytes";
  for (const name of [bffHeaders.recordingStartedAt, bffHeaders.recordingFinishedAt]) {
    const at = timestamp.safeParse(received(name));
    if (at.success) headers[name] = at.data;
  }
  return headers;
}

/** GET and HEAD of a video, with the file name for saving. 202 without a body: the video is not final yet. */
export const mediaRoute = <Op extends Operation>(
  operation: Op,
  { fileName }: { fileName: (input: OperationInput<Op>) => string },
) =>
  bytesRoute(operation, "opening", async ({ input, act, request }) => {
    const range = boundedRange(request.headers.get("range"));
    const opened = await auditedOnce(act, () =>
      download(operation, input, { signal: request.signal, range }),
    );
    const headers = (): Record<string, string> => {
      if (opened.status === 202) return { "retry-after": "5" };
      if (operation.answers[opened.status]?.kind !== "bytes") throw badAnswer("it is not a video");
      return {
        ...contentHeaders(opened),
        "content-disposition": contentDisposition(fileName(input), { type: "inline" }),
      };
    };
    return { opened, headers };
  });
