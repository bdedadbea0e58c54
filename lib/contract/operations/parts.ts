// What operations have in common: path parameters and the answer without a body.
import { z } from "zod";

export const none = z.object({});
export const id = z.object({ id: z.string().min(1).max(255) });
export const idOrName = z.object({ id_or_name: z.string().min(1).max(255) });
export const empty = { kind: "empty" } as const;
