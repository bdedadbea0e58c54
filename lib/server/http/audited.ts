// Audits the writes of operators.
import "server-only";
import * as z from "zod/mini";
import { batchId } from "../../bff/audit.ts";
import { bffHeaders } from "../../bff/headers.ts";
import type { ActEvent, ActKey } from "../audit/acts.ts";
import { recordRefusal } from "../audit/refusals.ts";
import { runAct } from "../audit/run-act.ts";
import type { SignedIn } from "../auth/require-operator.ts";
import { database } from "../db/database.ts";
import { peerOf } from "../kernel/peer.ts";
import { Problem } from "../kernel/problem.ts";
import { withoutApiTokens } from "../kernel/redact.ts";
import { toProblem } from "./problem-response.ts";
import { type Reply, sealReply } from "./reply.ts";

/** A write as it is audited. */
export interface Act {
  request: Request;
  requestId: string;
  operator: SignedIn;
  /** Operation id. */
  action: string;
  target: string;
}

function reasonOf(request: Request): string {
  let text = request.headers.get(bffHeaders.reason) ?? "";
  try {
    text = decodeURIComponent(text);
  } catch {
    // Recorded as it came.
  }
  return withoutApiTokens(text).slice(0, 500);
}

/** The batch of a request; undefined when it is none of an act on many. Throws 400 for one that is no UUID. */
function batchOf({ headers }: Request): string | undefined {
  const read = z.optional(batchId).safeParse(headers.get(bffHeaders.batch)?.toLowerCase());
  if (!read.success) throw new Problem(400, "bad_batch", `${bffHeaders.batch} must be a UUID.`);
  return read.data;
}

const eventOf = (act: Act): ActEvent => ({
  actor: act.operator.username,
  role: act.operator.role,
  ip: peerOf(act.request.headers),
  requestId: act.requestId,
  action: act.action,
  target: act.target,
  reason: reasonOf(act.request),
});

/** Records a refusal because of the role; a failure to write the row is only logged. */
export const recordDenied = (act: Act): Promise<void> => recordRefusal(database(), eventOf(act));

/** What an act may have besides its rows. */
export interface AuditedOptions<T> {
  /** The id of what `work` has made, the target of the second row. */
  madeBy?: (done: T) => string | undefined;
  /** Makes several requests one act. */
  once?: ActKey | undefined;
  /** The response, which a later request with the same key gets, too. */
  replyTo?: (end: { done: T } | { error: unknown }) => Reply;
}

/** Runs `work` between the two audit rows; throws 503 without running it when the first row cannot be written. */
export function audited<T extends { status: number }>(
  act: Act,
  work: () => Promise<T>,
  { madeBy, once, replyTo }: AuditedOptions<T> = {},
): Promise<T> {
  return runAct(database(), {
    event: () => ({ ...eventOf(act), batchId: batchOf(act.request) }),
    isRead: act.request.method === "GET",
    work: async () => {
      try {
        return await work();
      } catch (error) {
        throw toProblem(error, act.requestId);
      }
    },
    once,
    changed: (done) => ({ target: madeBy?.(done) }),
    replyTo: (end) =>
      once === undefined || replyTo === undefined ? undefined : sealReply(replyTo(end), act.requestId),
  });
}
