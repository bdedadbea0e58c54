// A video for a player is one call of mediaRoute: same-origin, in the parts the player asks for, never stored. A player
// asks many times for one video, so the audit has a row for its opening, not for every part.
import "server-only";
import { create as contentDisposition } from "content-disposition";
import { bffHeaders } from "../../bff/headers.ts";
import type { Operation, OperationInput } from "../../contract/operation.ts";
import { timestamp } from "../../contract/schema.ts";
import { type Moment, msSince, now } from "../moment.ts";
import { perProcess } from "../per-process.ts";
import { download } from "../upstream/call.ts";
import { badAnswer } from "../upstream/failure.ts";
import { headerOf, letGo, type Opened } from "../upstream/send.ts";
import { type Act, audited } from "./audited.ts";
import { boundedRange, readableRange } from "./byte-range.ts";
import type { Route } from "./define-route.ts";
import { pass } from "./download-route.ts";
import { securityHeaders } from "./headers.ts";
import { problemResponse } from "./problem.ts";
import { readAct } from "./read-act.ts";
import { refuseHead } from "./refuse-head.ts";
import { roleFor } from "./roles.ts";
import { sizeHeader } from "./size-header.ts";

const openForMs = 10 * 60_000;

/** When an operator last got something of a video. */
const openings = () => perProcess("media-openings", () => new Map<string, Moment>());

/** Audits the first asking and the first part of a video that a signed-in browser gets, and again after ten minutes without another. */
async function auditedOnce(act: Act, open: () => Promise<Opened>): Promise<Opened> {
  const key = JSON.stringify([act.operator.sid, act.action, act.target]);
  const waiting = `${key} 202`;
  const began = now();
  const known = openings();
  for (const [old, at] of known) if (msSince(at) > openForMs) known.delete(old);
  const asked = known.has(key) || known.has(waiting);
  const opened = asked ? await open() : await audited(act, open);
  if (opened.status === 202) {
    known.set(waiting, began);
    return opened;
  }
  if (asked && !known.has(key)) {
    try {
      // Waited for until now: this is the opening.
      await audited(act, async () => opened);
    } catch (error) {
      letGo(opened.body);
      throw error;
    }
  }
  known.set(key, began);
  return opened;
}

const videoTypes = new Set(["video/mp4", "video/webm"]);

function typeOf(opened: Opened): string {
  const type = (headerOf(opened.headers, "content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return videoTypes.has(type) ? type : "application/octet-stream";
}

/** What the upstream says about the bytes, as far as it can be believed. */
function factsOf(opened: Opened): Record<string, string> {
  const said = (name: string) => headerOf(opened.headers, name);
  const facts: Record<string, string> = { "content-type": typeOf(opened), ...sizeHeader(opened) };
  if (opened.status === 206) {
    const range = readableRange(said("content-range"));
    if (range === undefined) throw badAnswer("it is a part without saying which");
    facts["content-range"] = range;
  }
  if (opened.status === 206 || said("accept-ranges") === "bytes") facts["accept-ranges"] = "bytes";
  for (const name of [bffHeaders.recordingStartedAt, bffHeaders.recordingFinishedAt]) {
    const at = timestamp.safeParse(said(name));
    if (at.success) facts[name] = at.data;
  }
  return facts;
}

export interface MediaOptions<Op extends Operation> {
  /** The name the browser saves it under. */
  fileName: (input: OperationInput<Op>) => string;
}

/** GET and HEAD of a video. 202 without a body: it is not final yet. */
export function mediaRoute<Op extends Operation>(
  operation: Op,
  options: MediaOptions<Op>,
): { GET: Route; HEAD: Route } {
  const role = roleFor(operation.id);
  if (role === "public") throw new Error(`${operation.id}: a video is never public.`);
  const get: Route = async (request, context) => {
    const requestId = crypto.randomUUID();
    try {
      const { input, act } = await readAct(operation, role, request, context, requestId);
      const range = boundedRange(request.headers.get("range"));
      const opened = await auditedOnce(act, () =>
        download(operation, input, { signal: request.signal, range }),
      );
      const common = { ...securityHeaders, [bffHeaders.requestId]: requestId };
      if (opened.status === 202) {
        letGo(opened.body);
        return new Response(null, { status: 202, headers: { ...common, "retry-after": "5" } });
      }
      try {
        if (operation.answers[opened.status]?.kind !== "bytes") throw badAnswer("it is no video");
        const headers = {
          ...common,
          ...factsOf(opened),
          "cache-control": "no-store, no-transform",
          "content-disposition": contentDisposition(options.fileName(input), { type: "inline" }),
        };
        return new Response(pass(opened.body, requestId), { status: opened.status, headers });
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
