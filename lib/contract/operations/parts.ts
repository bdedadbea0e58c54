// What operations have in common: path parameters and the answer without a body.
import * as z from "zod/mini";

export const none = z.object({});
export const id = z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) });
export const idOrName = z.object({ id_or_name: z.string().check(z.minLength(1), z.maxLength(255)) });
export const empty = { kind: "empty" } as const;
