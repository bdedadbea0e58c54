// The error body between BFF and browser: the API's Error shape with a request id.
import * as z from "zod/mini";
import { errorBody } from "../contract/error.ts";

/** Codes of failures of an act after which it is unknown what the API has done: it was sent, its answer did not come. */
export const outcomeUnknownCodes: ReadonlySet<string> = new Set(["upstream_timeout", "upstream_broken_off"]);

export const problemBody = z.looseObject({
  ...errorBody.shape,
  /** Identifies this response in logs and audit. */
  request_id: z.string(),
});
