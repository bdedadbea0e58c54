// Builds and parses requests by their operation. Pure: the sender adds host and token.
import * as z from "zod/mini";
import type { Operation, OperationInput } from "./operation.ts";
import { halfCharacter, isQueryMap, isRepeatable, strict } from "./schema.ts";

/** A checked request without host and token. */
export interface RequestLine {
  method: Operation["method"];
  /** Path with encoded segments and query, starting with `/`. */
  path: string;
  /** JSON text, if the operation has a JSON body and one was given. */
  body?: string;
  /** The raw body, if the operation takes bytes and some were given. */
  bytes?: { contentType: string; content: Uint8Array };
}

/** A violation of an operation's schemas. */
export interface InputIssue {
  path: string;
  message: string;
  /** Only of what clients have to distinguish. */
  code?: "unknown_parameter";
}

/** Input that violates an operation's schemas; `issues` lists every violation. */
export class InvalidInput extends Error {
  override readonly name = "InvalidInput";
  readonly issues: readonly InputIssue[];
  constructor(issues: readonly InputIssue[]) {
    super(issues.map((issue) => `${issue.path}: ${issue.message}`).join("; "));
    this.issues = issues;
  }
}

/** Converts a zod error to a flat list: path below `location` (`query.limit`) and expectation. */
export function issuesOf(error: z.core.$ZodError, location: string): { path: string; message: string }[] {
  return error.issues.map((issue) => ({
    path: [location, ...issue.path.map(String)].join("."),
    message: issue.message,
  }));
}

/** Throws InvalidInput for a text that cannot be encoded. */
function requireWellFormed(text: string, path: string): void {
  if (text.isWellFormed()) return;
  throw new InvalidInput([{ path, message: halfCharacter }]);
}

/**
 * Fills a path template; each value becomes exactly one encoded segment.
 * @throws InvalidInput for a missing or empty value, `.` and `..`, and a lone surrogate.
 */
export function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === "" || value === "." || value === "..") {
      throw new InvalidInput([{ path: `params.${name}`, message: "must be a non-empty path segment" }]);
    }
    requireWellFormed(value, `params.${name}`);
    return encodeURIComponent(value);
  });
}

const texts = z.record(z.string(), z.string());
const textsOrAbsent = z.record(z.string(), z.union([z.string(), z.undefined()]));

const inputParts = z.object({
  params: z.optional(texts),
  query: z.optional(z.record(z.string(), z.unknown())),
  body: z.optional(z.unknown()),
});

/**
 * Builds the request of an operation.
 * @throws InvalidInput for unknown keys and values out of bounds.
 */
export function toRequest<Op extends Operation>(operation: Op, input: OperationInput<Op>): RequestLine {
  const given = inputParts.parse(input);
  const params = parsed(strict(operation.params), given.params ?? {}, "params");
  const query = encodeQuery(operation.query, given.query ?? {});
  const path = fillPath(operation.path, texts.parse(params));
  const line: RequestLine = { method: operation.method, path: query === "" ? path : `${path}?${query}` };
  if (operation.body?.kind === "json" && given.body !== undefined) {
    line.body = JSON.stringify(parsed(strict(operation.body.schema), given.body, "body"));
  }
  if (operation.body?.kind === "bytes" && given.body !== undefined) {
    const { contentType } = operation.body;
    if (!(given.body instanceof Uint8Array)) {
      throw new InvalidInput([{ path: "body", message: "must be bytes (a Uint8Array)" }]);
    }
    line.bytes = { contentType, content: given.body };
  }
  return line;
}

function parsed(schema: z.ZodMiniType, value: unknown, location: string): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw new InvalidInput(issuesOf(result.error, location));
  return result.data;
}

const closedForms = new WeakMap<z.ZodMiniObject, z.ZodMiniObject>();

/** The schema of a query without unknown keys; making one costs more than using it. */
function closed(schema: z.ZodMiniObject): z.ZodMiniObject {
  const made = closedForms.get(schema) ?? z.strictObject(schema.shape);
  closedForms.set(schema, made);
  return made;
}

/**
 * Encodes query values sorted by key, so that equal filters give equal strings.
 * @throws InvalidInput for unknown keys, values out of bounds, and a lone surrogate.
 */
export function encodeQuery(schema: z.ZodMiniObject, query: Readonly<Record<string, unknown>>): string {
  const result = z.safeEncode(closed(schema), query);
  if (!result.success) throw new InvalidInput(issuesOf(result.error, "query"));
  const pairs = Object.entries(textsOrAbsent.parse(result.data))
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .flatMap(([key, value]) => entriesOf(schema, key, value))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [key, value] of pairs) requireWellFormed(`${key}=${value}`, `query.${key.toWellFormed()}`);
  return pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join("&");
}

/** The parameters of one field: one, or for a map one of each entry. */
function entriesOf(schema: z.ZodMiniObject, key: string, value: string): [string, string][] {
  const field = schema.shape[key];
  if (field === undefined || !isQueryMap(field)) return [[key, value]];
  const entries = Object.entries(texts.parse(JSON.parse(value)));
  return entries.map(([name, text]) => [`${key}[${name}]`, text]);
}

/** The parameter that an issue of `decodeQuery` is about; names of entries may have dots. */
export function parameterOf(path: string, search: URLSearchParams): string {
  const [, key = "", name = ""] = /^query\.(([^.[]*).*)$/s.exec(path) ?? [];
  return search.has(key) ? key : name;
}

/** The issue of a parameter that an operation does not have. */
export const unknownParameter = (name: string): InputIssue => ({
  path: `query.${name}`,
  message: "is not a known parameter",
  code: "unknown_parameter",
});

/**
 * Parses query text by schema. Unknown keys are errors only when `unknown` is "refuse".
 * @throws InvalidInput for repeated keys that are no lists and values out of bounds.
 */
export function decodeQuery<Schema extends z.ZodMiniObject>(
  schema: Schema,
  search: URLSearchParams,
  unknown: "refuse" | "ignore",
): z.output<Schema> {
  const issues: InputIssue[] = [];
  const text: Record<string, string> = {};
  const maps = new Map<string, Map<string, string>>();
  for (const key of new Set(search.keys())) {
    const values = search.getAll(key);
    const [, name = key, entry] = /^([^[]+)\[(.*)\]$/.exec(key) ?? [];
    const named = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    const isMap = named !== undefined && isQueryMap(named);
    const field = isMap === (entry !== undefined) ? named : undefined;
    if (field && isRepeatable(field)) text[key] = values.join(",");
    else if (values.length > 1) issues.push({ path: `query.${key}`, message: "was given more than once" });
    else if (field && entry !== undefined) {
      maps.set(name, (maps.get(name) ?? new Map<string, string>()).set(entry, values[0] ?? ""));
    } else if (field) text[key] = values[0] ?? "";
    else if (unknown === "refuse") issues.push(unknownParameter(key));
  }
  for (const [name, entries] of maps) text[name] = JSON.stringify(Object.fromEntries(entries));
  const result = schema.safeParse(text);
  if (!result.success) issues.push(...issuesOf(result.error, "query"));
  if (issues.length > 0 || !result.success) throw new InvalidInput(issues);
  return result.data;
}
