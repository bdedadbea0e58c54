import { createParser } from "eventsource-parser";
import { apiAddress } from "../bff/base-path.ts";
import { failureOf, reach } from "./bff.ts";
import { inOutputPlace, type PlaceOptions } from "./output-places.ts";

/** Calls `onEvent` with the JSON of each event of a stream until it ends or breaks off, as soon as this browser has a place for
 *  one more. Throws BffError when it is refused, and the reason of `signal`. */
export const readEvents = (
  path: string,
  onEvent: (event: unknown) => void,
  options: PlaceOptions,
): Promise<void> => inOutputPlace(() => readOnce(path, onEvent, options.signal), options);

async function readOnce(path: string, onEvent: (event: unknown) => void, signal: AbortSignal): Promise<void> {
  const response = await reach(apiAddress(path), { signal, headers: { accept: "text/event-stream" } });
  if (!response.ok) throw await failureOf(response);
  const parser = createParser({ onEvent: ({ data }) => onEvent(JSON.parse(data)) });
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read().catch((error: unknown) => {
      if (signal.aborted) throw error;
    });
    if (part === undefined || part.done) return;
    parser.feed(decoder.decode(part.value, { stream: true }));
  }
}
