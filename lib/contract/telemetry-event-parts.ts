// What telemetry events of several types have in common, as in the types of @onkernel/sdk 0.84.
import * as z from "zod/mini";

const text = z.exactOptional(z.string());

/** Kinds of DevTools targets that produce events. */
const telemetryTargetTypes = ["page", "background_page", "service_worker", "shared_worker", "other"] as const;
export const targetType = z.exactOptional(z.enum(telemetryTargetTypes));

/**
 * Where in the browser an event happened. `nav_seq` counts the navigations of its target; `url` is the page's, or that of
 * a request.
 */
export const eventContext = {
  target_id: text,
  target_type: targetType,
  session_id: text,
  frame_id: text,
  loader_id: text,
  nav_seq: z.exactOptional(z.int()),
  url: text,
};

const callFrame = z.object({
  functionName: z.string(),
  scriptId: z.string(),
  url: z.string(),
  lineNumber: z.number(),
  columnNumber: z.number(),
});

/** A JavaScript stack with the names of the DevTools protocol. Lines and columns begin at 0. */
export interface CallStack {
  description?: string;
  callFrames: z.infer<typeof callFrame>[];
  parent?: CallStack;
}

export const callStack: z.ZodMiniType<CallStack> = z.object({
  description: text,
  callFrames: z.array(callFrame),
  parent: z.exactOptional(z.lazy(() => callStack)),
});

const source = z.object({
  kind: z.enum(["cdp", "kernel_api", "extension", "local_process"]),
  event: text,
  metadata: z.exactOptional(z.record(z.string(), z.string())),
});

/** The shape of the events of one type; `data` has these fields. */
export const telemetryEventOf = <
  const Category extends string,
  const Type extends string,
  Data extends z.core.$ZodShape,
>(
  category: Category,
  type: Type,
  data: Data,
) =>
  z.object({
    category: z.literal(category),
    type: z.literal(type),
    ts: z.int(),
    source,
    data: z.exactOptional(z.object(data)),
    truncated: z.exactOptional(z.boolean()),
  });
