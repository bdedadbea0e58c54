// A direct API client by the contract, with which tests create their data.
import * as z from "zod/mini";
import type { Answer, Operation, OperationAnswer, OperationInput } from "../../../lib/contract/operation.ts";
import { toRequest } from "../../../lib/contract/request.ts";

const requestTimeoutMs = 60_000;

function promised(operation: Operation, status: number, text: string): Answer {
  const answer = operation.answers[status];
  if (answer === undefined) throw new Error(`${operation.id} answered ${status}: ${text}`);
  return answer;
}

/** Parses text by the response's schema, as a type guard; throws when it does not fit. */
function fits<Op extends Operation>(_: Op, answer: Answer, value: unknown): value is OperationAnswer<Op> {
  switch (answer.kind) {
    case "json":
      answer.schema.parse(value);
      return true;
    case "list":
      z.array(answer.item).parse(value);
      return true;
    default:
      return value === undefined;
  }
}

export interface ApiClient {
  url: string;
  token: string;
  /** Calls an operation; throws on an answer it does not promise. Empty answers are undefined. */
  call: <Op extends Operation>(operation: Op, input: OperationInput<Op>) => Promise<OperationAnswer<Op>>;
  /** The bytes of an answer, whatever they are. */
  bytes: <Op extends Operation>(operation: Op, input: OperationInput<Op>) => Promise<Buffer>;
}

export function apiClient(url: string, token: string): ApiClient {
  async function send<Op extends Operation>(operation: Op, input: OperationInput<Op>): Promise<Response> {
    const line = toRequest(operation, input);
    return fetch(url + line.path, {
      method: line.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(line.body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: line.body ?? null,
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
  }
  return {
    url,
    token,
    async call(operation, input) {
      const response = await send(operation, input);
      const text = await response.text();
      const answer = promised(operation, response.status, text);
      const value: unknown = text === "" ? undefined : JSON.parse(text);
      if (!fits(operation, answer, value)) throw new Error(`${operation.id} answered a body: ${text}`);
      return value;
    },
    async bytes(operation, input) {
      const response = await send(operation, input);
      if (!response.ok)
        throw new Error(`${operation.id} answered ${response.status}: ${await response.text()}`);
      return Buffer.from(await response.arrayBuffer());
    },
  };
}
