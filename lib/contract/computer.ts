// Mouse, keyboard and screenshots of a session. Coordinates are pixels of the image that `screenshot` returns.
// The bounds are our own; the published API states none.
import * as z from "zod/mini";
import { resource } from "./schema.ts";

const coordinate = z.int().check(z.minimum(0), z.maximum(16_384));
const point = { x: coordinate, y: coordinate };
const keys = z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(20));
const hold = { hold_keys: z.optional(keys) };
const buttons = ["left", "middle", "right"] as const;
const pauseMs = z.int().check(z.minimum(0), z.maximum(10_000));

/** Presses, releases or clicks a mouse button; `click_type` is `click` by default. */
export const clickMouse = z.object({
  ...point,
  button: z.optional(z.enum([...buttons, "back", "forward"])),
  click_type: z.optional(z.enum(["down", "up", "click"])),
  num_clicks: z.optional(z.int().check(z.minimum(1), z.maximum(10))),
  ...hold,
});
/** Moves the pointer. */
export const moveMouse = z.object({ ...point, ...hold });
/** Drags along `path` with a button held. `delay` (ms) precedes the drag; each segment is `steps_per_segment` moves, `step_delay_ms` apart. */
export const dragMouse = z.object({
  path: z.array(z.tuple([coordinate, coordinate])).check(z.minLength(2), z.maxLength(500)),
  button: z.optional(z.enum(buttons)),
  delay: z.optional(pauseMs),
  steps_per_segment: z.optional(z.int().check(z.minimum(1), z.maximum(200))),
  step_delay_ms: z.optional(z.int().check(z.minimum(0), z.maximum(1000))),
  ...hold,
});
/** Presses keys or combinations such as `Ctrl+A`; `duration` is how long they are held, in milliseconds. */
export const pressKey = z.object({
  keys: keys.check(z.minLength(1)),
  duration: z.optional(pauseMs),
  ...hold,
});
const delta = z.int().check(z.minimum(-100_000), z.maximum(100_000));
/** Turns the wheel at a point; the deltas are CSS pixels. */
export const scrollMouse = z.object({
  ...point,
  delta_x: z.optional(delta),
  delta_y: z.optional(delta),
  ...hold,
});
/** Types text into the focused element. */
export const typeText = z.object({
  text: z.string().check(z.maxLength(100_000)),
  delay: z
    .optional(z.int().check(z.minimum(0), z.maximum(1000)))
    .register(z.globalRegistry, { description: "milliseconds between two keystrokes" }),
});
/** Hides or shows the pointer. */
export const setCursor = z.object({ hidden: z.boolean() });
/** Body of a screenshot; without `region` the whole window. */
export const screenshotRegion = z.object({
  region: z.optional(
    z.object({
      ...point,
      width: z.int().check(z.minimum(1), z.maximum(16_384)),
      height: z.int().check(z.minimum(1), z.maximum(16_384)),
    }),
  ),
});

/** One step of a batch; `type` is also the name of the property with its settings. */
export const computerAction = z.discriminatedUnion("type", [
  z.object({ type: z.literal("click_mouse"), click_mouse: clickMouse }),
  z.object({ type: z.literal("move_mouse"), move_mouse: moveMouse }),
  z.object({ type: z.literal("drag_mouse"), drag_mouse: dragMouse }),
  z.object({ type: z.literal("press_key"), press_key: pressKey }),
  z.object({ type: z.literal("scroll"), scroll: scrollMouse }),
  z.object({ type: z.literal("type_text"), type_text: typeText }),
  z.object({ type: z.literal("set_cursor"), set_cursor: setCursor }),
  z.object({
    type: z.literal("sleep"),
    sleep: z.object({ duration_ms: z.int().check(z.minimum(0), z.maximum(30_000)) }),
  }),
]);
export type ComputerAction = z.infer<typeof computerAction>;

/** Steps executed in order, up to the first that fails. */
export const computerBatch = z.object({
  actions: z.array(computerAction).check(z.minLength(1), z.maxLength(100)),
});
/** The text in a session's clipboard; empty when there is none. */
export const clipboardText = resource({ text: z.string() });
/** Replaces the content of a session's clipboard. */
export const clipboardWrite = z.object({ text: z.string().check(z.maxLength(1_000_000)) });
/** Position of the pointer, in pixels. */
export const mousePosition = resource({ x: z.int(), y: z.int() });
/** Response of setting the pointer's visibility. */
export const cursorSet = resource({ ok: z.boolean() });
