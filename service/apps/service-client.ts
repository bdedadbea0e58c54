// A client of the service like any other: the contract builds the request, a bearer token opens the door.
import { errorBody } from "../../lib/contract/error.ts";
import type { Operation, OperationInput } from "../../lib/contract/operation.ts";
import { toRequest } from "../../lib/contract/request.ts";

/** An answer other than success; the message names operation, status and the service's own words. */
export class ServiceRefusal extends Error {
  override readonly name = "ServiceRefusal";
  readonly status: number;
  constructor(operation: string, status: number, words: string) {
    super(`${operation} was answered with ${status}: ${words}`);
    this.status = status;
  }
}

export interface ServiceClient {
  /** Sends one request; the answer's JSON, or undefined when it has none. Throws ServiceRefusal. */
  call<const Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
    timeoutMs: number,
  ): Promise<{ status: number; json: unknown }>;
}

export function serviceClient(baseUrl: string, token: string): ServiceClient {
  return {
    async call(operation, input, timeoutMs) {
      const line = toRequest(operation, input);
      const answer = await fetch(new URL(line.path, baseUrl), {
        method: line.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(line.body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(line.body === undefined ? {} : { body: line.body }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await answer.text();
      const isJson = answer.headers.get("content-type")?.includes("application/json") ?? false;
      const json: unknown = isJson && text !== "" ? JSON.parse(text) : undefined;
      if (answer.ok) return { status: answer.status, json };
      const fault = errorBody.safeParse(json);
      throw new ServiceRefusal(
        operation.id,
        answer.status,
        fault.success ? fault.data.message : "no reason was given",
      );
    },
  };
}
