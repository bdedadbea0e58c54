// JavaScript stacks as DevTools sends them.
import { z } from "zod";
import type { CallStack } from "../../../lib/contract/telemetry-event-parts.ts";

const maxFrames = 50;
const maxParents = 5;

const callFrame = z.object({
  functionName: z.string(),
  scriptId: z.string(),
  url: z.string(),
  lineNumber: z.number(),
  columnNumber: z.number(),
});

export const stackTrace = z.object({
  description: z.string().optional(),
  callFrames: z.array(callFrame),
  get parent(): z.ZodOptional<typeof stackTrace> {
    return stackTrace.optional();
  },
});
type StackTrace = z.infer<typeof stackTrace>;

/** The innermost frames of a stack and of what caused it. */
export function boundedStack({ description, callFrames, parent }: StackTrace, depth = 0): CallStack {
  return {
    ...(description ? { description } : {}),
    callFrames: callFrames.slice(0, maxFrames),
    ...(parent && depth < maxParents ? { parent: boundedStack(parent, depth + 1) } : {}),
  };
}
