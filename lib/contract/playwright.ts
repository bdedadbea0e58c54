import * as z from "zod/mini";
import { optional, resource } from "./schema.ts";

/** Published bounds and default of an execution. */
export const playwrightTimeoutSeconds = { min: 1, max: 300, standard: 60 } as const;

/** Body of an async function over `page`, `context` and `browser`; its return value is the result. */
export const playwrightCode = z.object({
  code: z.string().check(z.minLength(1)),
  timeout_sec: z.optional(
    z.int().check(z.minimum(playwrightTimeoutSeconds.min), z.maximum(playwrightTimeoutSeconds.max)),
  ),
});

/** Outcome of an execution. Code that throws or times out is not an HTTP error: `success` is false and `error` is set. */
export const playwrightResult = resource({
  success: z.boolean(),
  result: optional(z.unknown()),
  error: optional(z.string()),
  stdout: optional(z.string()),
  stderr: optional(z.string()),
});
