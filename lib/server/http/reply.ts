// A response before it is sent: as it can be stored and sent again.
import "server-only";
import { z } from "zod";
import { parseStored } from "../../format/parse-stored.ts";
import { env } from "../kernel/env.ts";
import { sealText, unsealText } from "../kernel/sealed-text.ts";

export interface Reply {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array<ArrayBuffer> | string | null;
}

/** A response whose body is made while it is sent, at the client's pace. */
export interface StreamReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: ReadableStream<Uint8Array>;
}

export const responseOf = ({ status, headers, body }: Reply | StreamReply): Response =>
  new Response(body, { status, headers });

/** The largest body that is stored, in bytes. */
const mostBytes = 256 * 1024;
const purpose = "fleetdeck replies 1";
const stored = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
});

/** A reply as encrypted text, as it may hold a signed address or a new secret; undefined when it is too large. */
export function sealReply({ status, headers, body }: Reply, requestId: string): string | undefined {
  if (body !== null && body.length > mostBytes) return undefined;
  const text = body === null || typeof body === "string" ? body : Buffer.from(body).toString("utf8");
  const { sessionSecret } = env();
  return sealText(JSON.stringify({ status, headers, body: text }), { id: requestId, purpose, sessionSecret });
}

/** The reply of a sealed text; undefined when it cannot be decrypted. */
export function unsealReply(sealed: string, requestId: string): Reply | undefined {
  const { sessionSecret } = env();
  return parseStored(stored, unsealText(sealed, { id: requestId, purpose, sessionSecret }));
}
