// The runner's client of the service's API: requests are built from the contract and authorized by a bearer token.
import { errorBody } from "../../lib/contract/error.ts";
import type { Operation, OperationInput } from "../../lib/contract/operation.ts";
import { toRequest } from "../../lib/contract/request.ts";

/** A response with an error status; the message has the operation, the status and the service's message. */
export class ServiceRefusal extends Error {
  override readonly name = "ServiceRefusal";
  readonly status: number;
  constructor(operation: string, status: number, message: string) {
    super(`${operation} was answered with ${status}: ${message}`);
    this.status = status;
  }
}

export interface ServiceClient {
  /** Sends one request; `json` is undefined when the response has none. Throws ServiceRefusal. */
  call<const Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
    timeoutMs: number,
  ): Promise<{ status: number; json: unknown }>;
}

/** Creates a client of the service at `baseUrl`. */
export function serviceClient(baseUrl: string, token: string): ServiceClient {
  return {
    async call(operation, input, timeoutMs) {
      const line = toRequest(operation, input);
      const response = await fetch(new URL(line.path, baseUrl), {
        method: line.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(line.body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(line.body === undefined ? {} : { body: line.body }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("application/json") ?? false;
      const json: unknown = isJson && text !== "" ? JSON.parse(text) : undefined;
      if (response.ok) return { status: response.status, json };
      const fault = errorBody.safeParse(json);
      throw new ServiceRefusal(
        operation.id,
        response.status,
        fault.success ? fault.data.message : "no reason was given",
      );
    },
  };
}
