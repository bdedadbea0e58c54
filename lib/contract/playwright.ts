import * as z from "zod/mini";
import { optional, resource } from "./schema.ts";

export const playwrightTimeoutSeconds = { min: 1, max: 300, standard: 60 } as const;

/** Code of an async function's body with `page`, `context` and `browser`; what it returns is the result. */
export const playwrightCode = z.object({
  code: z.string().check(z.minLength(1)),
  timeout_sec: z.optional(
    z.int().check(z.minimum(playwrightTimeoutSeconds.min), z.maximum(playwrightTimeoutSeconds.max)),
  ),
});

/** Code that throws, or runs out of time, is no error of the operation: `success` says so. */
export const playwrightResult = resource({
  success: z.boolean(),
  result: optional(z.unknown()),
  error: optional(z.string()),
  stdout: optional(z.string()),
  stderr: optional(z.string()),
});
