// The output of a process that was started here, as it comes.
import { processSampleOperations } from "../bff/operations/processes.ts";
import { type ProcessOutputEvent, processOutputEvent } from "../bff/process-output.ts";
import { fillPath } from "../contract/request.ts";
import { BffError } from "./bff.ts";
import type { PlaceOptions } from "./output-places.ts";
import { actQueryTexts } from "./query-messages.ts";
import { readEvents } from "./read-events.ts";

/**
 * Calls `onEvent` with each event until the process has exited or `signal` aborts; waits while other tabs have three outputs
 * open. It cannot be read a second time. Throws BffError when it is refused or breaks off before the exit.
 */
export async function followProcess(
  { id, processId }: { id: string; processId: string },
  onEvent: (event: ProcessOutputEvent) => void,
  options: PlaceOptions,
): Promise<void> {
  const { path } = processSampleOperations.followProcessOutput;
  let hasExited = false;
  const take = (data: unknown) => {
    const event = processOutputEvent.parse(data);
    hasExited ||= "exit_code" in event;
    onEvent(event);
  };
  await readEvents(fillPath(path, { id, process_id: processId }), take, options);
  if (!hasExited) throw new BffError(0, "output_broke_off", actQueryTexts.outputBrokeOff);
}
