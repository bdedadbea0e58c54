// Parses JSON bodies: UTF-8, of bounded depth, without keys that reach an object's prototype. The contract's schemas
// check the rest.
import type { FastifyInstance } from "fastify";
import { messageOf } from "../kernel/error-message.ts";
import { badRequest, Problem } from "../kernel/problem.ts";

const maxDepth = 64;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The value of a JSON text, undefined for no bytes. Throws Problem 400. */
function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw badRequest("the body is not valid UTF-8");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = messageOf(error);
    throw badRequest(`the body is not valid JSON: ${reason}`);
  }
  rejectHostileJson(value);
  return value;
}

/** Level by level instead of recursively, so that deep nesting cannot overflow the stack. */
function rejectHostileJson(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) throw badRequest(`the body is nested deeper than ${maxDepth} levels`);
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item === "string" && !item.isWellFormed()) {
        throw badRequest("the body has a string with half a surrogate pair");
      }
      if (typeof item !== "object" || item === null) continue;
      if (Object.hasOwn(item, "__proto__")) throw badRequest("the body has a key __proto__");
      for (const inner of Object.values(item)) below.push(inner);
    }
    level = below;
  }
}

/** Makes JSON the only accepted body of the app: 415 for any other, unless it is empty. */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>("*", { parseAs: "buffer" }, (_request, bytes, done) => {
    if (bytes.length === 0) done(null, undefined);
    else done(unsupported());
  });
  app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
    const { "content-type": type = "", "content-encoding": encoding = "identity" } = request.headers;
    const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1] ?? "utf-8";
    if (!/^(utf-?8|us-ascii)$/i.test(charset)) return done(unsupported("send JSON in UTF-8"));
    if (encoding.toLowerCase() !== "identity") return done(unsupported("send the body without an encoding"));
    try {
      done(null, readJson(bytes));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

export const unsupported = (message = "this content type is not supported; send application/json") =>
  new Problem(415, "unsupported_media_type", message);
