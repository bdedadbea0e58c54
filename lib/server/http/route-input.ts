// Reads path, query and body of a request as an operation's input, each validated strictly by the contract.
import { z } from "zod";
import { instancePathFault, pathForAudit } from "../../bff/instance-path.ts";
import type { Operation, OperationInput } from "../../contract/operation.ts";
import { profileName } from "../../contract/profiles.ts";
import { decodeQuery, InvalidInput, issuesOf } from "../../contract/request.ts";
import { strict } from "../../contract/schema.ts";
import { readJson } from "./request-body.ts";

const plainId = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{1,128}$/, "must be 1 to 128 characters: A-Z a-z 0-9 . _ ~ -")
  .refine((text) => text !== "." && text !== "..", "must not be a dot segment");

/** The framework's argument of a route: path parameters, decoded once. */
export interface RouteParams {
  params: Promise<unknown>;
}

const segments = z.record(z.string(), z.unknown());

/** The path parameters of a request; throws InvalidInput. */
export function readParams(operation: Operation, given: unknown): Record<string, string> {
  const found = segments.safeParse(given);
  const read: Record<string, string> = {};
  for (const name of Object.keys(operation.params.shape)) {
    const rule = name === "id_or_name" ? profileName : plainId;
    const value = rule.safeParse(found.success ? found.data[name] : undefined);
    if (!value.success) throw new InvalidInput(issuesOf(value.error, `params.${name}`));
    read[name] = value.data;
  }
  const checked = operation.params.safeParse(read);
  if (!checked.success) throw new InvalidInput(issuesOf(checked.error, "params"));
  return read;
}

async function readBody(operation: Operation, request: Request): Promise<unknown> {
  const given = await readJson(request);
  if (operation.body?.kind !== "json") {
    if (given === undefined || JSON.stringify(given) === "{}") return undefined;
    throw new InvalidInput([{ path: "body", message: "must be empty" }]);
  }
  if (given === undefined && !operation.body.required) return undefined;
  const read = strict(operation.body.schema).safeParse(given);
  if (!read.success) throw new InvalidInput(issuesOf(read.error, "body"));
  return read.data;
}

const ownPaths = z.object({
  path: z.string().optional(),
  src_path: z.string().optional(),
  dest_path: z.string().optional(),
});

/** Validates paths inside an instance more strictly than the API does. */
function checkPaths(operation: Operation, given: unknown, place: string): void {
  if (!operation.path.includes("/fs/")) return;
  const read = ownPaths.safeParse(given);
  for (const [name, path] of Object.entries(read.data ?? {})) {
    const fault = path === undefined ? undefined : instancePathFault(path);
    if (fault !== undefined) throw new InvalidInput([{ path: `${place}.${name}`, message: fault }]);
  }
}

interface Parts {
  params: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

// A type guard for the compiler: each part was parsed by the operation's own schema before.
const isInput = <Op extends Operation>(_: Op, parts: object): parts is OperationInput<Op> => parts !== null;

/** Reads path and query of a request; throws InvalidInput (400). */
export async function readAddress(
  operation: Operation,
  request: Request,
  context: RouteParams,
): Promise<Omit<Parts, "body">> {
  const parts: Parts = { params: readParams(operation, await context.params) };
  const at = request.url.indexOf("?");
  const search = new URLSearchParams(at === -1 ? "" : request.url.slice(at));
  const query = decodeQuery(operation.query, search, "refuse");
  if (at !== -1) parts.query = query;
  checkPaths(operation, parts.query, "query");
  return parts;
}

/** Reads a request as the operation's input; throws InvalidInput (400), 413 or 415. */
export async function readInput<Op extends Operation>(
  operation: Op,
  request: Request,
  context: RouteParams,
): Promise<OperationInput<Op>> {
  const parts: Parts = await readAddress(operation, request, context);
  if (operation.method !== "GET") {
    const body = await readBody(operation, request);
    if (body !== undefined) parts.body = body;
    checkPaths(operation, body, "body");
  }
  if (!isInput(operation, parts)) throw new InvalidInput([{ path: "request", message: "is not valid" }]);
  return parts;
}

const named = z.object({
  params: z.record(z.string(), z.string()).optional(),
  query: z.object({ path: z.string().optional() }).optional().catch(undefined),
  body: z
    .union([z.object({ src_path: z.string(), dest_path: z.string() }), z.object({ path: z.string() })])
    .optional()
    .catch(undefined),
});

/** The target of an input for the audit: its path parameters, and paths inside the instance. */
export function targetOf(input: unknown): string {
  const read = named.safeParse(input);
  if (!read.success) return "";
  const { params, query, body } = read.data;
  const parts = [Object.values(params ?? {}).join("/")];
  if (query?.path !== undefined) parts.push(pathForAudit(query.path));
  if (body !== undefined && "path" in body) parts.push(pathForAudit(body.path));
  else if (body !== undefined) parts.push(`${pathForAudit(body.src_path)} → ${pathForAudit(body.dest_path)}`);
  return parts.join(" ");
}
