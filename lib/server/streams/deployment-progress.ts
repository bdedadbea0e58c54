// The events of a deployment, from the API's stream to bounded texts without credentials.
import "server-only";
import { createParser } from "eventsource-parser";
import { z } from "zod";
import type { DeploymentProgress } from "../../bff/deployment-events.ts";
import { systemClock } from "../../clock.ts";
import { appVersionSummaryEvent, deploymentStateEvent } from "../../contract/deployments.ts";
import { errorEvent } from "../../contract/events.ts";
import { logEvent } from "../../contract/logs.ts";
import { operations } from "../../contract/operations/operations.ts";
import { operationRoles } from "../auth/operation-roles.ts";
import type { SignedIn } from "../auth/require-operator.ts";
import { parsedJson } from "../kernel/parsed-json.ts";
import { eventStreamOf, open } from "../upstream/call.ts";
import { eventStreamResponse, openInPlace } from "./event-stream-response.ts";
import { untilSilent } from "./heartbeat-watch.ts";
import { shownText } from "./log-item.ts";

const maxEvent = 1024 * 1024;
const mostActions = 500;
const shown = (text: string) => shownText(text).text;

const named = z.looseObject({ event: z.string(), timestamp: z.string().nullish() });

function progressOf(data: string, nowMs: number): DeploymentProgress | undefined {
  const event = named.safeParse(parsedJson(data)).data;
  const at = event?.timestamp ?? new Date(nowMs).toISOString();
  switch (event?.event) {
    case "log": {
      const read = logEvent.safeParse(event).data;
      return read && { line: shown(read.message), at };
    }
    case "deployment_state": {
      const read = deploymentStateEvent.safeParse(event).data?.deployment;
      return read && { status: read.status, reason: shown(read.status_reason ?? ""), at };
    }
    case "app_version_summary": {
      const read = appVersionSummaryEvent.safeParse(event).data;
      const actions = (read?.actions ?? []).slice(0, mostActions).map(({ name }) => shown(name));
      return read && { app: shown(read.app_name ?? ""), version: shown(read.version ?? ""), actions };
    }
    case "error": {
      const read = errorEvent.safeParse(event).data;
      return read && { error: shown(read.error.message) };
    }
    default:
      return undefined;
  }
}

/** The events of a deployment's stream; heartbeats and what cannot be read are left out. Throws the body's errors. */
export async function* readDeploymentProgress(
  body: AsyncIterable<Uint8Array>,
  nowMs: () => number,
): AsyncGenerator<DeploymentProgress, void> {
  const decoder = new TextDecoder();
  let received: string[] = [];
  const parser = createParser({ maxBufferSize: maxEvent, onEvent: ({ data }) => received.push(data) });
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    const batch = received;
    received = [];
    for (const data of batch) {
      const progress = progressOf(data, nowMs());
      if (progress !== undefined) yield progress;
    }
  }
}

/** Opens the events of a deployment as server-sent events. Throws an UpstreamFailure, or a Problem (503) at a limit, before
 *  the first byte. */
export async function openDeploymentProgress({
  params: { id = "" },
  operator,
  signal,
}: {
  params: Record<string, string>;
  operator: Pick<SignedIn, "sid" | "tokenId" | "username">;
  signal: AbortSignal;
}): Promise<ReadableStream<Uint8Array>> {
  const body = await openInPlace(operator, async () =>
    eventStreamOf(await open(operations.followDeployment, { params: { id } }, { signal }), "deployment"),
  );
  return eventStreamResponse(readDeploymentProgress(untilSilent(body, systemClock), Date.now), {
    body,
    operator,
    role: operationRoles.followDeploymentProgress,
  });
}
