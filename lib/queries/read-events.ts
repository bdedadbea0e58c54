import { createParser } from "eventsource-parser";
import { apiAddress } from "../bff/base-path.ts";
import { paces } from "../paces.ts";
import { BffError, failureOf, reach } from "./bff.ts";
import { inOutputPlace, type PlaceOptions } from "./output-places.ts";
import { bffTexts } from "./query-messages.ts";

/** Calls `onEvent` with the JSON of each event of a stream until it ends or breaks off, as soon as this browser has a place for
 *  one more; a stream from which nothing comes for 45 s has broken off. Throws BffError when it is refused or not answered, and
 *  the reason of `signal`. */
export const readEvents = (
  path: string,
  onEvent: (event: unknown) => void,
  options: PlaceOptions,
): Promise<void> => inOutputPlace(() => readOnce(path, onEvent, options.signal), options);

async function readOnce(path: string, onEvent: (event: unknown) => void, signal: AbortSignal): Promise<void> {
  const dead = new AbortController();
  const silence = watchSilence(() =>
    dead.abort(new BffError(0, "dashboard_unreachable", bffTexts.cannotBeReached)),
  );
  try {
    const either = AbortSignal.any([signal, dead.signal]);
    const response = await reach(apiAddress(path), {
      signal: either,
      headers: { accept: "text/event-stream" },
    });
    if (!response.ok) throw await failureOf(response);
    const parser = createParser({ onEvent: ({ data }) => onEvent(JSON.parse(data)) });
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    for (;;) {
      silence.restart();
      const part = await reader?.read().catch((error: unknown) => {
        if (signal.aborted) throw error;
      });
      if (part === undefined || part.done) return;
      parser.feed(decoder.decode(part.value, { stream: true }));
    }
  } finally {
    silence.stop();
  }
}

/** Calls `onDead` after a silence. In two steps: a page that was frozen runs a timer that is due before it reads what has come. */
function watchSilence(onDead: () => void) {
  const stepMs = paces.live.deadMs / 2;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const restart = () => {
    stop();
    timer = setTimeout(() => {
      timer = setTimeout(onDead, stepMs);
    }, stepMs);
  };
  restart();
  return { restart, stop };
}
