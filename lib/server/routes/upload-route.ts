// An upload is one call of uploadRoute: audited before the first byte goes on, looked at while it passes, held
// nowhere. When the page stops, the upstream's request ends with it.
import "server-only";
import { extensionUploadLimits as limits } from "../../bff/extension-upload.ts";
import type { Operation } from "../../contract/operation.ts";
import { Problem } from "../problem.ts";
import { upload } from "../upstream/call.ts";
import { admit } from "./admit.ts";
import { audited } from "./audited.ts";
import type { Route } from "./define-route.ts";
import { baseHeaders } from "./headers.ts";
import { readParams } from "./input.ts";
import { boundaryOf, MultipartGuard } from "./multipart-guard.ts";
import { problemResponse } from "./problem.ts";
import { roleFor } from "./roles.ts";

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

/** Reads on without looking: a page that still sends reads its answer only when it gets rid of that. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    for (let leftBytes: number = limits.maxBodyBytes; leftBytes > 0; ) {
      const part = await reader.read();
      if (part.done) return;
      leftBytes -= part.value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The page has left: nobody waits for the answer.
  }
}

/** The body as it arrives, each piece looked at before it is handed on; the last one only when all of it is right. */
async function* watched(request: Request, guard: MultipartGuard): AsyncGenerator<Uint8Array> {
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

/** So that ten of them fit in an audit row. */
const shortName = (name: string) => (name.length <= 80 ? name : `${name.slice(0, 60)}…${name.slice(-19)}`);

/** POST of an upload of extensions. */
export function uploadRoute(operation: Operation): Route {
  const role = roleFor(operation.id);
  if (role === "public") throw new Error(`${operation.id}: an upload is never public.`);
  return async (request, context) => {
    const requestId = crypto.randomUUID();
    try {
      const operator = await admit(operation, role, request, requestId);
      const params = readParams(operation, await context.params);
      const guard = new MultipartGuard(boundaryOf(request.headers.get("content-type")));
      const contentLength = declaredLength(request);
      const contentType = request.headers.get("content-type") ?? "";
      const [target = ""] = Object.values(params);
      const act = { request, requestId, operator, action: operation.id, target };
      const { status } = await audited(act, async () => {
        try {
          const chunks = watched(request, guard);
          const body = { contentType, contentLength, chunks };
          return { status: await upload(operation, params, body, { signal: request.signal }) };
        } catch (error) {
          if (!request.signal.aborted) throw error;
          throw new Problem(499, "client_left", "The page stopped the upload.");
        } finally {
          // The names are known once they have passed.
          act.target = [target, ...guard.names.map(shortName)].join(" ");
        }
      });
      return new Response(null, { status, headers: baseHeaders(requestId) });
    } catch (error) {
      return problemResponse(error, requestId);
    }
  };
}
