// Notices that an event stream of the API has fallen silent: where the API is frozen, or its machine gone, the connection
// stands. Only a stream with heartbeats is never silent for long; the interval of these is not published.
import type { Readable } from "node:stream";
import { minuteMs } from "../../bff/time-units.ts";
import type { Clock } from "../../clock.ts";
import { deadlines } from "../kernel/paces.ts";

/** Thrown to the reader of a stream that has heartbeats and has been silent for longer than these allow. */
export class SilentStream extends Error {
  override readonly name = "SilentStream";
  /** When its last chunk came, epoch milliseconds. */
  readonly sinceMs: number;

  constructor(message: string, sinceMs: number) {
    super(message);
    this.sinceMs = sinceMs;
  }
}

/** A comment this soon after the opening may be a greeting. */
const greetingWithinMs = 5_000;
/** In how many parts a silence is counted: after a pause of this process, what came meanwhile is read before the next. */
const ticks = 4;
/** How many heartbeats may be missing. */
const missingHeartbeats = 3;
/** The least interval that is assumed before the second has shown it. */
const minAssumedMs = minuteMs;
/** A longer chunk has events. */
const longestHeartbeatBytes = 1_024;

/** Whether what follows a chunk begins a line. */
const endsLine = (chunk: Uint8Array): boolean => chunk.at(-1) === 0x0a || chunk.at(-1) === 0x0d;

/**
 * Whether a chunk has a comment or a heartbeat event. In the JSON of other events line feeds and quotes are escaped, but a chunk
 * that continues a line may begin with any part of it.
 */
function hasHeartbeat(chunk: Uint8Array, isLineStart: boolean): boolean {
  if (chunk.length > longestHeartbeatBytes) return false;
  const text = Buffer.from(chunk).toString("latin1");
  return (isLineStart && text.startsWith(":")) || /[\r\n]:|"event"\s*:\s*"sse_heartbeat"/.test(text);
}

/**
 * The chunks of an event stream that was just opened, at the reader's pace. Throws the body's errors, and SilentStream when it
 * has heartbeats and sends nothing for `deadlines.logs.silentStreamMs` and the time of three heartbeats. Until the second has come,
 * they are taken to be as far apart as the first was from the opening, a minute at least.
 */
export async function* untilSilent(body: Readable, clock: Clock): AsyncGenerator<Uint8Array, void> {
  const openedMs = clock.monotonicMs();
  let lastMs: number | undefined;
  /** Between two heartbeats, the shortest; undefined before the second. */
  let intervalMs: number | undefined;
  let assumedMs = minAssumedMs;
  let isLineStart = true;
  let sinceMs = clock.nowMs();
  let isWaiting = true;
  let quietTicks = 0;
  let cancel = () => {};
  const count = () => {
    const limitMs = Math.max(deadlines.logs.silentStreamMs, missingHeartbeats * (intervalMs ?? assumedMs));
    cancel = clock.later(limitMs / ticks, () => {
      quietTicks = isWaiting ? quietTicks + 1 : 0;
      if (quietTicks > ticks) body.destroy(new SilentStream("The API has fallen silent.", sinceMs));
      else count();
    });
  };
  try {
    for await (const chunk of body) {
      isWaiting = false;
      quietTicks = 0;
      sinceMs = clock.nowMs();
      const nowMs = clock.monotonicMs();
      if (nowMs - openedMs > greetingWithinMs && hasHeartbeat(chunk, isLineStart)) {
        if (lastMs === undefined) assumedMs = Math.max(minAssumedMs, nowMs - openedMs);
        else intervalMs = Math.min(intervalMs ?? Number.POSITIVE_INFINITY, nowMs - lastMs);
        lastMs = nowMs;
        cancel();
        count();
      }
      isLineStart = endsLine(chunk);
      yield chunk;
      isWaiting = true;
    }
  } finally {
    cancel();
  }
}
