// Messages of the protocol from version 2026-07-28 on: there is no handshake, each request states its version, and headers repeat
// what it asks for, so that programs between can route it (modelcontextprotocol.io/specification/2026-07-28, "Versioning" and
// "Streamable HTTP"). What its methods do is as in the versions before.
import { ErrorCode, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod/mini";
import { minuteMs } from "../../bff/time-units.ts";

export const discover = "server/discover";

const version = "2026-07-28";
const versions = [version, ...SUPPORTED_PROTOCOL_VERSIONS];
const methods: readonly (string | undefined)[] = [discover, "tools/list", "tools/call"];

const codes = { headerMismatch: -32_020, unsupportedVersion: -32_022 } as const;

interface Message {
  id?: string | number | undefined;
  method?: string | undefined;
  params?: unknown;
}

const stating = z.object({
  name: z.optional(z.unknown()),
  _meta: z.object({
    "io.modelcontextprotocol/protocolVersion": z.string(),
    "io.modelcontextprotocol/clientCapabilities": z.optional(z.unknown()),
  }),
});

const versionIn = (params: unknown): string | undefined =>
  stating.safeParse(params).data?._meta["io.modelcontextprotocol/protocolVersion"];

/**
 * Whether a message is one of these: its header or the message itself states a version, and not both an earlier one. `initialize`
 * begins an earlier one, whatever its header.
 */
export function statesVersion({ method, params }: Message, headers: Headers): boolean {
  if (headers.get("mcp-protocol-version") === version)
    return method !== "initialize" || versionIn(params) !== undefined;
  const stated = versionIn(params);
  return stated !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(stated);
}

interface Refusal {
  status: 400 | 404;
  error: { code: number; message: string; data?: unknown };
}

/** The value of a header that may be encoded, as names of tools outside of ASCII are. */
function decoded(value: string): string {
  const [, encoded] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value) ?? [];
  return encoded === undefined ? value : Buffer.from(encoded, "base64").toString("utf8");
}

/** Why a request that states its version is not answered; undefined for one that is, and for a notification. */
export function refusalOf({ id, method, params }: Message, headers: Headers): Refusal | undefined {
  if (id === undefined) return undefined;
  const refused = (code: number, message: string, data?: unknown): Refusal => ({
    status: 400,
    error: { code, message, data },
  });
  const stated = stating.safeParse(params).data;
  if (stated === undefined)
    return refused(ErrorCode.InvalidParams, "_meta has no io.modelcontextprotocol/protocolVersion.");
  const { name, _meta: meta } = stated;
  const requested = meta["io.modelcontextprotocol/protocolVersion"];
  if (headers.get("mcp-protocol-version") !== requested)
    return refused(codes.headerMismatch, "The header MCP-Protocol-Version is not the version in _meta.");
  if (requested !== version)
    return refused(codes.unsupportedVersion, "Unsupported protocol version", {
      supported: versions,
      requested: requested.slice(0, 100),
    });
  if (headers.get("mcp-method") !== method)
    return refused(codes.headerMismatch, "The header Mcp-Method is not the method of the message.");
  const called = headers.get("mcp-name");
  if (method === "tools/call" && (called === null || decoded(called) !== name))
    return refused(codes.headerMismatch, "The header Mcp-Name is not the name in the message.");
  const { "io.modelcontextprotocol/clientCapabilities": capabilities } = meta;
  if (typeof capabilities !== "object" || capabilities === null)
    return refused(ErrorCode.InvalidParams, "_meta has no io.modelcontextprotocol/clientCapabilities.");
  if (!methods.includes(method))
    return { status: 404, error: { code: ErrorCode.MethodNotFound, message: "Method not found" } };
  return undefined;
}

/** Headers under which the protocol's library takes the message as one of a version before. */
export function earlierHeaders(given: Headers): Headers {
  const headers = new Headers(given);
  headers.delete("mcp-protocol-version");
  return headers;
}

interface ServerDetails {
  serverInfo: { name: string; version: string };
  capabilities: object;
  instructions: string;
}

export const discovered = ({ capabilities, instructions }: ServerDetails) => ({
  supportedVersions: versions,
  capabilities,
  instructions,
});

const answerBody = z.looseObject({ result: z.optional(z.record(z.string(), z.unknown())) });

/** The body of an answer with what each result has in these versions; errors as they are. */
export function statedAnswer(body: unknown, { method }: Message, { serverInfo }: ServerDetails): unknown {
  const read = answerBody.safeParse(body);
  if (!read.success || read.data.result === undefined) return body;
  const common = { resultType: "complete", _meta: { "io.modelcontextprotocol/serverInfo": serverInfo } };
  // Which tools there are depends on the role of the token.
  const cached = method === "tools/call" ? {} : { ttlMs: 5 * minuteMs, cacheScope: "private" };
  return { ...read.data, result: { ...read.data.result, ...common, ...cached } };
}
