// The error body between BFF and browser: the API's Error shape with a request id.
import * as z from "zod/mini";
import { errorBody } from "../contract/error.ts";

/** Code of an upload that was sent whole and whose page was left before the answer. */
export const leftAfterUpload = "client_left_after_upload";

/** Code of an act that another request with the same key has begun and that is not answered yet. */
export const actInProgress = "act_in_progress";

/** Code of an act that was sent before and whose answer is not known any more. */
export const answerUnknown = "answer_unknown";

/** Codes of failures of calls that were sent and whose answer did not come, or cannot be read. */
const lostAnswers: ReadonlySet<string> = new Set([
  "upstream_timeout",
  "upstream_broken_off",
  "upstream_bad_answer",
  "upstream_too_large",
  leftAfterUpload,
  actInProgress,
  answerUnknown,
]);

/** Whether it is unknown what the API has done after an act failed so. With 503, which repeats the code of the last failure,
 *  nothing was sent. */
export const leavesOutcomeUnknown = ({ status, code }: { status: number; code: string }): boolean =>
  status !== 503 && lostAnswers.has(code);

export const problemBody = z.looseObject({
  ...errorBody.shape,
  /** Identifies this response in logs and audit. */
  request_id: z.string(),
});
