// An upload is one call of uploadRoute: audited before the first byte is forwarded, validated while it passes, never
// buffered. When the page aborts, so does the upstream request.
import "server-only";
import { extensionUploadLimits as limits } from "../../bff/extension-upload.ts";
import type { Operation } from "../../contract/operation.ts";
import { requireAuditRule } from "../auth/operation-audit.ts";
import { roleFor } from "../auth/operation-roles.ts";
import { Problem } from "../kernel/problem.ts";
import { upload } from "../upstream/call.ts";
import { audited } from "./audited.ts";
import { authorize } from "./authorize.ts";
import type { Route } from "./define-route.ts";
import { boundaryOf, MultipartGuard } from "./multipart-guard.ts";
import { problemResponse } from "./problem-response.ts";
import { baseHeaders } from "./response-headers.ts";
import { readParams } from "./route-input.ts";

function declaredLength(request: Request): number | undefined {
  const text = request.headers.get("content-length");
  if (text === null) return undefined;
  const length = Number(text);
  if (length <= limits.maxBodyBytes) return length;
  throw new Problem(
    413,
    "body_too_large",
    `All archives together may have at most ${limits.maxRequestBytes} bytes.`,
  );
}

/** Reads and drops the rest of the body: a browser reads the response only once it has sent everything. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    for (let leftBytes: number = limits.maxBodyBytes; leftBytes > 0; ) {
      const part = await reader.read();
      if (part.done) return;
      leftBytes -= part.value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The page has disconnected and needs no response.
  }
}

/** The body as it arrives, each chunk validated before it is forwarded; the last one only once the whole is valid. */
async function* validated(request: Request, guard: MultipartGuard): AsyncGenerator<Uint8Array> {
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
    if (held !== undefined) yield held;
  } finally {
    if (reader !== undefined) void discard(reader);
  }
}

/** A name shortened so that ten fit into an audit row. */
const shortName = (name: string) => (name.length <= 80 ? name : `${name.slice(0, 60)}…${name.slice(-19)}`);

/** POST of an upload of extensions. */
export function uploadRoute(operation: Operation): Route {
  const role = roleFor(operation.id);
  if (role === "public") throw new Error(`${operation.id}: an upload is never public.`);
  requireAuditRule(operation, "each");
  return async (request, context) => {
    const requestId = crypto.randomUUID();
    try {
      const operator = await authorize(operation, role, request, requestId);
      const params = readParams(operation, await context.params);
      const guard = new MultipartGuard(boundaryOf(request.headers.get("content-type")));
      const contentLength = declaredLength(request);
      const contentType = request.headers.get("content-type") ?? "";
      const [target = ""] = Object.values(params);
      const act = { request, requestId, operator, action: operation.id, target };
      const { status } = await audited(act, async () => {
        try {
          const chunks = validated(request, guard);
          const body = { contentType, contentLength, chunks };
          return { status: await upload(operation, params, body, { signal: request.signal }) };
        } catch (error) {
          if (!request.signal.aborted) throw error;
          throw new Problem(499, "client_left", "The page stopped the upload.");
        } finally {
          // The names are known only after they were forwarded.
          act.target = [target, ...guard.names.map(shortName)].join(" ");
        }
      });
      return new Response(null, { status, headers: baseHeaders(requestId) });
    } catch (error) {
      return problemResponse(error, requestId);
    }
  };
}
