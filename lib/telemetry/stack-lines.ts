// The stack of an error as lines of text: `at load (address.js:27:4)`.
import type { TelemetryRecord } from "../contract/telemetry.ts";
import type { CallStack } from "../contract/telemetry-event-parts.ts";
import { asKnownTelemetryEvent } from "../contract/telemetry-events.ts";
import { callSite } from "./call-site.ts";

/** More frames are counted, not listed. */
const maxLines = 40;

/** Code that was not written for the page: its frames are counted where several follow each other. */
const library = /\/(?:node_modules|vendor|libs?)\/|[.-]min\.js(?:$|[?#])|^(?:chrome-extension|node):/;

/** The frames of a page's error, a line each; undefined without any, and for other events. */
export function stackOf({ event }: TelemetryRecord): string | undefined {
  const known = asKnownTelemetryEvent(event);
  const stack = known?.type === "console_error" ? known.data?.stack_trace : undefined;
  return stack === undefined || stack.callFrames.length === 0 ? undefined : stackLines(stack).join("\n");
}

/** One line per frame, the innermost first; those that waited for it asynchronously follow as `at async …`. */
export function stackLines(stack: CallStack): readonly string[] {
  const lines: string[] = [];
  let hidden = 0;
  const endHidden = () => {
    if (hidden > 0) lines.push(hidden === 1 ? "1 frame in a library" : `${hidden} frames in libraries`);
    hidden = 0;
  };
  let left = 0;
  for (let part: CallStack | undefined = stack; part !== undefined; part = part.parent) {
    for (const frame of part.callFrames) {
      if (lines.length >= maxLines) left += 1;
      else if (library.test(frame.url)) hidden += 1;
      else {
        endHidden();
        lines.push(frameLine(frame, part !== stack));
      }
    }
  }
  endHidden();
  return left === 0 ? lines : [...lines, `${left} more ${left === 1 ? "frame" : "frames"}`];
}

function frameLine(frame: CallStack["callFrames"][number], isAsync: boolean): string {
  const name = frame.functionName === "" ? "anonymous" : frame.functionName.slice(0, 200);
  const site = callSite(frame);
  const place = site === undefined ? "" : ` (${site}:${frame.columnNumber + 1})`;
  return `at ${isAsync ? "async " : ""}${name}${place}`;
}
