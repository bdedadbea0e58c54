import * as z from "zod/mini";
import { optional, resource } from "./schema.ts";

/** Lower-level part of an error response, as in the specification. */
export const errorDetail = resource({
  code: optional(z.string()),
  message: optional(z.string()),
});
export type ErrorDetail = z.infer<typeof errorDetail>;

/** The body of every error response, as in the specification. */
export const errorBody = resource({
  code: z.string(),
  message: z.string(),
  details: optional(z.array(errorDetail)),
  inner_error: optional(errorDetail),
});
export type ErrorBody = z.infer<typeof errorBody>;
