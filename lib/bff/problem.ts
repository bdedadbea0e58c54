// The error body between BFF and browser: the API's Error shape with a request id.
import * as z from "zod/mini";
import { errorBody } from "../contract/error.ts";

export const problemBody = z.looseObject({
  ...errorBody.shape,
  /** Identifies this response in logs and audit. */
  request_id: z.string(),
});
