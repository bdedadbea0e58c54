// The calls of the API that act on a session's machine, as telemetry of that session.
import type { Operation } from "../../lib/contract/operation.ts";
import { id } from "../../lib/contract/operations/parts.ts";
import type { OnCall } from "../http/route.ts";
import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { SessionTelemetry } from "./session-telemetry.ts";

export interface ApiCallsDeps {
  find: (sessionId: string) => { telemetry: SessionTelemetry } | undefined;
  clock: Clock;
}

/** Reports each call with its duration and status. */
export function reportApiCalls({ find, clock }: ApiCallsDeps): OnCall {
  return (operation, params) => {
    if (!actsOnMachine(operation)) return undefined;
    // The session of the caller: when the answer is sent, another client may hold it.
    const report = find(id.safeParse(params).data?.id ?? "")?.telemetry.reporter();
    const startMs = clock.monotonicMs();
    return (status) =>
      report?.({
        category: "control",
        type: "api_call",
        source: { kind: "kernel_api", event: operation.id },
        data: {
          operation_id: operation.id,
          request_id: newId(),
          status,
          duration_ms: Math.round(clock.monotonicMs() - startMs),
        },
      });
  };
}

/** Reading telemetry must not produce any. */
const actsOnMachine = ({ path }: Operation) => /^\/browsers\/\{id\}\/(?!telemetry\/)/.test(path);
