// The output of a process that was started here, as it comes.
import { createParser } from "eventsource-parser";
import { processSampleOperations } from "../bff/operations/processes.ts";
import { type ProcessOutputEvent, processOutputEvent } from "../bff/process-output.ts";
import { fillPath } from "../contract/request.ts";
import { BffError, failureOf, reach } from "./bff.ts";

/**
 * Calls `onEvent` with each event until the process has exited or `signal` aborts. It cannot be read a second time.
 * Throws BffError when it is refused or breaks off before the exit.
 */
export async function followProcess(
  { id, processId }: { id: string; processId: string },
  onEvent: (event: ProcessOutputEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { path } = processSampleOperations.followProcessOutput;
  const response = await reach(`/api${fillPath(path, { id, process_id: processId })}`, {
    signal,
    headers: { accept: "text/event-stream" },
  });
  if (!response.ok) throw await failureOf(response);
  let hasExited = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = processOutputEvent.parse(JSON.parse(data));
      hasExited ||= "exit_code" in event;
      onEvent(event);
    },
  });
  try {
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) break;
      parser.feed(decoder.decode(part.value, { stream: true }));
    }
  } catch (error) {
    if (signal.aborted) throw error;
  }
  if (!hasExited)
    throw new BffError(0, "output_broke_off", "The output broke off. The command may still run.");
}
