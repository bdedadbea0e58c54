import * as z from "zod/mini";

/** The signed address of a live view; never kept, logged or put into a URL of ours. */
export const liveViewAddress = z.object({ url: z.string() });
