// Requests with JSON between services, over plain node:http.
import { type Agent, request as requestOver } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { messageOf } from "../kernel/error-message.ts";
import { Problem } from "../kernel/problem.ts";

export interface JsonRequest {
  agent: Agent;
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
  /** The limit of the whole exchange. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  details: z.array(z.object({ code: z.string(), message: z.string() })).optional(),
});
/** Headers of an answer that are part of its error. */
const errorHeaders = ["retry-after", "x-should-retry"] as const;

/** Thrown when there was no answer. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** The JSON of the answer, undefined for an empty one. Throws the Problem of an error answer, and NoAnswer. */
export async function requestJson(wanted: JsonRequest): Promise<unknown> {
  const { agent, method, url, body, timeoutMs, signal } = wanted;
  const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
  const { status, headers, content } = await new Promise<{
    status: number;
    headers: NodeJS.Dict<string | string[]>;
    content: string;
  }>((resolve, reject) => {
    const outgoing = requestOver(url, {
      agent,
      method,
      signal: limit,
      headers: {
        ...wanted.headers,
        ...(sent ? { "content-type": "application/json", "content-length": sent.byteLength } : {}),
      },
    });
    outgoing.on("error", reject);
    outgoing.on("response", (answer) => {
      text(answer).then(
        (content) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, content }),
        reject,
      );
    });
    outgoing.end(sent);
  }).catch((error: unknown) => {
    throw new NoAnswer(messageOf(error));
  });
  if (status < 300) return content === "" ? undefined : JSON.parse(content);
  const read = errorBody.safeParse(parsed(content));
  const { code, message, details } = read.data ?? { code: "internal_error", message: `status ${status}` };
  const kept = errorHeaders.flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  throw new Problem(status, code, message, {
    headers: Object.fromEntries(kept),
    ...(details ? { details } : {}),
  });
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
