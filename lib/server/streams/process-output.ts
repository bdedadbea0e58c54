// The output of a process, from the API's base64 chunks to lines of text without credentials.
import "server-only";
import { createParser } from "eventsource-parser";
import type { ProcessOutputEvent } from "../../bff/process-output.ts";
import { systemClock } from "../../clock.ts";
import { operations } from "../../contract/operations/operations.ts";
import { type ProcessStream, processOutput, processStreams } from "../../contract/processes.ts";
import { operationRoles } from "../auth/operation-roles.ts";
import type { SignedIn } from "../auth/require-operator.ts";
import { parsedJson } from "../kernel/parsed-json.ts";
import { redact } from "../kernel/redact.ts";
import { eventStreamOf, open } from "../upstream/call.ts";
import { eventStreamResponse, openInPlace } from "./event-stream-response.ts";
import { untilSilent } from "./heartbeat-watch.ts";

const maxEvent = 4 * 1024 * 1024;
/** A line that goes on is forwarded in parts of this length: characters. */
const longestLine = 8 * 1024;

/** Text of one stream: whole lines, because a credential may be in two chunks. */
class Lines {
  readonly #decoder = new TextDecoder();
  #rest = "";

  /** The lines that are complete with these bytes. */
  add(bytes: Uint8Array): string {
    const text = this.#rest + this.#decoder.decode(bytes, { stream: true });
    const end = text.lastIndexOf("\n") + 1;
    const isLong = text.length - end > longestLine;
    this.#rest = isLong ? "" : text.slice(end);
    return redact(isLong ? text : text.slice(0, end));
  }

  end(): string {
    const text = this.#rest + this.#decoder.decode();
    this.#rest = "";
    return redact(text);
  }
}

/** The events of an output stream of the API; what it has that is no output is left out. Throws the body's errors. */
export async function* readProcessOutput(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<ProcessOutputEvent, void> {
  const lines: Record<ProcessStream, Lines> = { stdout: new Lines(), stderr: new Lines() };
  const decoder = new TextDecoder();
  let received: string[] = [];
  const parser = createParser({ maxBufferSize: maxEvent, onEvent: ({ data }) => received.push(data) });
  const unfinished = () =>
    processStreams.map((stream) => ({ stream, text: lines[stream].end() })).filter(({ text }) => text !== "");
  const eventsOf = (data: string): ProcessOutputEvent[] => {
    const read = processOutput.safeParse(parsedJson(data));
    if (!read.success) return [];
    const { event, exit_code: exitCode, data_b64: chunk } = read.data;
    if (event === "exit") return [...unfinished(), { exit_code: exitCode ?? null }];
    const stream = processStreams.find((each) => each === read.data.stream) ?? "stdout";
    const text = chunk ? lines[stream].add(Buffer.from(chunk, "base64")) : "";
    return text === "" ? [] : [{ stream, text }];
  };
  let failure: { error: unknown } | undefined;
  try {
    for await (const chunk of body) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      const batch = received;
      received = [];
      for (const data of batch) yield* eventsOf(data);
    }
  } catch (error) {
    failure = { error };
  }
  // Output that ends without an exit has lines without an end, too: the API gives it once.
  yield* unfinished();
  if (failure !== undefined) throw failure.error;
}

/** Opens the output of a process as server-sent events. Throws an UpstreamFailure, or a Problem (503) at a limit, before the
 *  first byte. */
export async function openProcessOutput({
  params: { id = "", process_id = "" },
  operator,
  signal,
}: {
  params: Record<string, string>;
  operator: Pick<SignedIn, "sid" | "tokenId" | "username">;
  signal: AbortSignal;
}): Promise<ReadableStream<Uint8Array>> {
  const body = await openInPlace(operator, async () =>
    eventStreamOf(
      await open(operations.streamProcessOutput, { params: { id, process_id } }, { signal }),
      "process output",
    ),
  );
  return eventStreamResponse(readProcessOutput(untilSilent(body, systemClock)), {
    body,
    operator,
    role: operationRoles.followProcessOutput,
  });
}
