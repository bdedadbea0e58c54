// Mouse, keyboard and picture of a session. Coordinates are pixels of the picture that `screenshot` answers.
import { z } from "zod";
import { resource } from "./schema.ts";

const coordinate = z.int().min(0).max(16_384);
const point = { x: coordinate, y: coordinate };
const keys = z.array(z.string().min(1).max(64)).max(20);
const hold = { hold_keys: keys.optional() };
const buttons = ["left", "middle", "right"] as const;
const pauseMs = z.int().min(0).max(10_000);

export const clickMouse = z.object({
  ...point,
  button: z.enum([...buttons, "back", "forward"]).optional(),
  click_type: z.enum(["down", "up", "click"]).optional(),
  num_clicks: z.int().min(1).max(10).optional(),
  ...hold,
});
export const moveMouse = z.object({ ...point, ...hold });
export const dragMouse = z.object({
  path: z
    .array(z.tuple([coordinate, coordinate]))
    .min(2)
    .max(500),
  button: z.enum(buttons).optional(),
  delay: pauseMs.optional(),
  steps_per_segment: z.int().min(1).max(200).optional(),
  step_delay_ms: z.int().min(0).max(1000).optional(),
  ...hold,
});
export const pressKey = z.object({ keys: keys.min(1), duration: pauseMs.optional(), ...hold });
const delta = z.int().min(-100_000).max(100_000);
export const scrollMouse = z.object({
  ...point,
  delta_x: delta.optional(),
  delta_y: delta.optional(),
  ...hold,
});
export const typeText = z.object({
  text: z.string().max(100_000),
  delay: z.int().min(0).max(1000).optional().meta({ description: "milliseconds between two keystrokes" }),
});
export const setCursor = z.object({ hidden: z.boolean() });
export const screenshotRegion = z.object({
  region: z
    .object({ ...point, width: z.int().min(1).max(16_384), height: z.int().min(1).max(16_384) })
    .optional(),
});

/** One step: `type` names the field that carries its settings. */
export const computerAction = z.discriminatedUnion("type", [
  z.object({ type: z.literal("click_mouse"), click_mouse: clickMouse }),
  z.object({ type: z.literal("move_mouse"), move_mouse: moveMouse }),
  z.object({ type: z.literal("drag_mouse"), drag_mouse: dragMouse }),
  z.object({ type: z.literal("press_key"), press_key: pressKey }),
  z.object({ type: z.literal("scroll"), scroll: scrollMouse }),
  z.object({ type: z.literal("type_text"), type_text: typeText }),
  z.object({ type: z.literal("set_cursor"), set_cursor: setCursor }),
  z.object({ type: z.literal("sleep"), sleep: z.object({ duration_ms: z.int().min(0).max(30_000) }) }),
]);
export type ComputerAction = z.infer<typeof computerAction>;

export const computerBatch = z.object({ actions: z.array(computerAction).min(1).max(100) });
export const mousePosition = resource({ x: z.int(), y: z.int() });
export const cursorSet = resource({ ok: z.boolean() });
