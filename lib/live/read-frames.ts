// Parses the event stream into frames. Unknown or invalid events are skipped; a lost frame shows as a jump in the ids,
// which the log store turns into a gap.
import { createParser } from "eventsource-parser";
import { type LiveFrame, liveFrame } from "../bff/live.ts";

/** Well above the largest frame: one line of 64 KB with every character escaped, and a batch around it. */
const maxEventChars = 4_000_000;

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

/**
 * Reads `body` to its end. `onBytes` is called for every chunk, also of comments, which distinguish an idle peer from a
 * dead one. Throws when the connection breaks.
 */
export async function readFrames(
  body: ReadableStream<Uint8Array>,
  { onFrame, onBytes }: { onFrame: (frame: LiveFrame) => void; onBytes: () => void },
): Promise<void> {
  const parser = createParser({
    maxBufferSize: maxEventChars,
    onEvent: ({ data }) => {
      const frame = liveFrame.safeParse(parsed(data));
      if (frame.success) onFrame(frame.data);
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}
