// The runner's client of the service's API: requests are built from the contract and authorized by a bearer token. While no
// service answers, as when it is replaced, a request waits for the next one.
import { setTimeout as sleep } from "node:timers/promises";
import { errorBody } from "../../lib/contract/error.ts";
import type { Operation, OperationInput } from "../../lib/contract/operation.ts";
import { toRequest } from "../../lib/contract/request.ts";

/** A response with an error status; the message has the operation, the status and the service's message. */
export class ServiceRefusal extends Error {
  override readonly name = "ServiceRefusal";
  readonly status: number;
  readonly code: string;
  /** Whether it was sent before without an answer, and may have been carried out then. */
  isRepeated = false;
  constructor(operation: string, status: number, { code, message }: { code: string; message: string }) {
    super(`${operation} was answered with ${status}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

/** What the runner's node answers while the service cannot be reached, and one that is being stopped. */
const unanswered: readonly string[] = ["standby", "node_unreachable", "unavailable"];

/** Between attempts while no service answers. */
const retryMs = 500;

export interface ServiceClient {
  /**
   * Sends a request until a service answers it; `json` is undefined when the response has none. `timeoutMs`: of each attempt.
   * Throws ServiceRefusal.
   */
  call<const Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
    timeoutMs: number,
  ): Promise<{ status: number; json: unknown }>;
}

/** Creates a client of the service at `baseUrl`. */
export function serviceClient(baseUrl: string, token: string): ServiceClient {
  const send: ServiceClient["call"] = async (operation, input, timeoutMs) => {
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
    const fault = errorBody.safeParse(json).data ?? { code: "", message: "no reason was given" };
    throw new ServiceRefusal(operation.id, response.status, fault);
  };
  return {
    async call(operation, input, timeoutMs) {
      for (let isRepeated = false; ; isRepeated = true) {
        try {
          return await send(operation, input, timeoutMs);
        } catch (error) {
          if (error instanceof ServiceRefusal) error.isRepeated = isRepeated;
          if (!(error instanceof ServiceRefusal && unanswered.includes(error.code))) throw error;
        }
        await sleep(retryMs);
      }
    },
  };
}
