import { z } from "zod";

const absolutePath = z.string().regex(/^\/.*/, "must be an absolute path, starting with /");

/** Body of PUT fs/move: api.md §4.10. */
export const fileMove = z.object({ src_path: absolutePath, dest_path: absolutePath });
