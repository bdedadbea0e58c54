// Path parameters and the empty response, shared by the operations.
import * as z from "zod/mini";

/** Path parameter `id`. */
export const id = z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) });
/** Path parameter `id_or_name`: a resource's id or its unique name. */
export const idOrName = z.object({ id_or_name: z.string().check(z.minLength(1), z.maxLength(255)) });
/** A response without a body. */
export const empty = { kind: "empty" } as const;
