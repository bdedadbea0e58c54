// Gaps in the recorded invocations, of which an answer has the newest only.
import { invocationGapLimit } from "../bff/recorder-gap.ts";

/** A number of gaps: `1 gap`, `3 gaps`, `50 or more gaps`. */
export const formatGaps = (count: number): string =>
  count === 1 ? "1 gap" : `${count}${count >= invocationGapLimit ? " or more" : ""} gaps`;
