// An upload is one call of uploadRoute: audited before the first byte is forwarded, validated while it passes, never
// buffered. When the page aborts, so does the upstream request.
import "server-only";
import { extensionUploadLimits as limits } from "../../bff/extension-upload.ts";
import { fileUploadLimits } from "../../bff/file-upload.ts";
import { leftAfterUpload } from "../../bff/problem.ts";
import type { Role } from "../../bff/roles.ts";
import type { Operation } from "../../contract/operation.ts";
import type { ActKey } from "../audit/acts.ts";
import { requireAuditRule } from "../auth/operation-audit.ts";
import { roleFor } from "../auth/operation-roles.ts";
import { recheck, requireRole } from "../auth/require-operator.ts";
import { database } from "../db/database.ts";
import { Problem } from "../kernel/problem.ts";
import type { StoredAnswer } from "../upstream/answer.ts";
import { upload } from "../upstream/call.ts";
import { actKeyOf, actOnce } from "./act-once.ts";
import { type Act, audited } from "./audited.ts";
import { authorize } from "./authorize.ts";
import type { Route } from "./define-route.ts";
import { DeploymentForm } from "./deployment-form.ts";
import { ExtensionForm } from "./extension-form.ts";
import { boundaryOf, MultipartGuard } from "./multipart-guard.ts";
import { problemReply, problemResponse } from "./problem-response.ts";
import { type Reply, responseOf } from "./reply.ts";
import { baseHeaders } from "./response-headers.ts";
import { type RouteParams, readAddress, readParams, targetOf } from "./route-input.ts";
import { routed } from "./routed.ts";

/** The size a client declares, in bytes; throws 413 above the limit. */
function declaredLength(request: Request, maxBytes: number, tooLarge: string): number | undefined {
  const text = request.headers.get("content-length");
  if (text === null) return undefined;
  const length = Number(text);
  if (length <= maxBytes) return length;
  throw new Problem(413, "body_too_large", tooLarge);
}

/** Judges a body as it arrives; each of its functions throws a Problem for what may not pass. */
interface UploadGuard {
  take(chunk: Uint8Array): void;
  end(): void;
}

/** One upload. */
interface UploadPlan {
  params: Record<string, string>;
  query?: Readonly<Record<string, unknown>>;
  guard: UploadGuard;
  maxBytes: number;
  tooLarge: string;
  contentType: string;
  /** What the audit names; more may be known at the end. */
  target: () => string;
}

/** Reads and drops the rest of the body: a browser reads the response only once it has sent everything. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<void> {
  try {
    for (let leftBytes = maxBytes; leftBytes > 0; ) {
      const part = await reader.read();
      if (part.done) return;
      leftBytes -= part.value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The page has disconnected and needs no response.
  }
}

/** The body as it arrives, each chunk validated before it is forwarded; the last one only once the whole is valid and
 *  `onWhole` has resolved. */
async function* validated(
  request: Request,
  { guard, maxBytes }: UploadPlan,
  onWhole: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  let held: Uint8Array | undefined;
  try {
    for (;;) {
      const part = await reader?.read().catch(() => {
        throw new Problem(400, "bad_request", "The upload was cut off before its end.");
      });
      if (part === undefined || part.done) break;
      guard.take(part.value);
      if (held !== undefined) yield held;
      held = part.value;
    }
    guard.end();
    await onWhole();
    if (held !== undefined) yield held;
  } finally {
    if (reader !== undefined) void discard(reader, maxBytes);
  }
}

/** A name shortened so that ten fit into an audit row. */
const shortName = (name: string) => (name.length <= 80 ? name : `${name.slice(0, 60)}…${name.slice(-19)}`);

/** Forwards a planned upload between its two audit rows. */
async function send(
  operation: Operation,
  act: Act,
  planned: UploadPlan,
  { role, contentLength, once }: { role: Role; contentLength: number | undefined; once: ActKey | undefined },
): Promise<Reply> {
  const { request, requestId, operator } = act;
  const { params, query = {}, contentType } = planned;
  const replyOf = ({ status, bytes }: Pick<StoredAnswer, "status" | "bytes">) => ({
    status,
    headers: baseHeaders(requestId),
    body: bytes.length === 0 ? null : bytes,
  });
  const work = async () => {
    let isWhole = false;
    const onWhole = async () => {
      // It may have taken minutes.
      requireRole(await recheck(operator), role);
      isWhole = true;
    };
    try {
      const body = { contentType, contentLength, chunks: validated(request, planned, onWhole) };
      return await upload(operation, { params, query }, body, { signal: request.signal });
    } catch (error) {
      if (!request.signal.aborted) throw error;
      if (!isWhole) throw new Problem(499, "client_left", "The page stopped the upload.");
      throw new Problem(499, leftAfterUpload, "The page was left before the answer.");
    } finally {
      act.target = planned.target();
    }
  };
  const answer = await audited(act, work, {
    once,
    replyTo: (end) => ("done" in end ? replyOf(end.done) : problemReply(end.error, requestId)),
  });
  return replyOf(answer);
}

/** The route of an upload that `plan` describes, before anything of it is read. A repeated `Idempotency-Key` counts as
 *  the same upload when address and size are the same: its bytes are dropped, and it gets the first one's answer. */
function forwarding(
  operation: Operation,
  plan: (request: Request, context: RouteParams) => Promise<UploadPlan>,
): Route {
  const role = roleFor(operation.id);
  if (role === "public") throw new Error(`${operation.id}: an upload is never public.`);
  requireAuditRule(operation, "each");
  return routed(operation, async (request, context) => {
    const requestId = crypto.randomUUID();
    try {
      const operator = await authorize(operation, role, request, requestId);
      const planned = await plan(request, context);
      const { params, query, maxBytes } = planned;
      const contentLength = declaredLength(request, maxBytes, planned.tooLarge);
      const act = { request, requestId, operator, action: operation.id, target: planned.target() };
      const input = { params, query, contentLength };
      const once = actKeyOf(request, { userId: operator.userId, action: operation.id, input });
      const run = () => send(operation, act, planned, { role, contentLength, once });
      if (once === undefined) return responseOf(await run());
      const reply = await actOnce(database(), once, request.signal, run);
      if (request.body?.locked === false) void discard(request.body.getReader(), maxBytes);
      return responseOf(reply);
    } catch (error) {
      return problemResponse(error, requestId);
    }
  });
}

/** POST of an upload of extensions. */
export const uploadRoute = (operation: Operation): Route =>
  forwarding(operation, async (request, context) => {
    const params = readParams(operation, await context.params);
    const form = new ExtensionForm();
    const guard = new MultipartGuard(boundaryOf(request.headers.get("content-type")), form);
    const [session = ""] = Object.values(params);
    return {
      params,
      guard,
      maxBytes: limits.maxBodyBytes,
      tooLarge: `All archives together may have at most ${limits.maxRequestBytes} bytes.`,
      contentType: request.headers.get("content-type") ?? "",
      // The names are known only after they were forwarded.
      target: () => [session, ...form.names.map(shortName)].join(" "),
    };
  });

/** POST of a deployment. */
export const deploymentRoute = (operation: Operation): Route =>
  forwarding(operation, async (request) => {
    const form = new DeploymentForm();
    return {
      params: {},
      guard: new MultipartGuard(boundaryOf(request.headers.get("content-type")), form),
      maxBytes: form.maxBodyBytes,
      tooLarge: form.tooLarge,
      contentType: request.headers.get("content-type") ?? "",
      target: () => shortName(form.target),
    };
  });

/** PUT of a file whose bytes are the body; its path is in the query. */
export const fileUploadRoute = (operation: Operation): Route =>
  forwarding(operation, async (request, context) => {
    const { params, query = {} } = await readAddress(operation, request, context);
    const { maxBytes } = fileUploadLimits;
    const tooLarge = `A file may have at most ${maxBytes} bytes.`;
    let size = 0;
    const guard = {
      take: (chunk: Uint8Array) => {
        size += chunk.byteLength;
        if (size > maxBytes) throw new Problem(413, "body_too_large", tooLarge);
      },
      end: () => undefined,
    };
    const target = targetOf({ params, query });
    const contentType = "application/octet-stream";
    return { params, query, guard, maxBytes, tooLarge, contentType, target: () => target };
  });
