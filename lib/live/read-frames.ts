// Bytes of the event stream as frames. What is no frame of ours is left out; a lost one shows as a jump
// in the ids, which the log store marks.
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
 * Reads `body` to its end. `onBytes` is called with every piece of it, comments too: that is how a silent peer is told
 * from one that has nothing to say. Throws when the connection breaks.
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
