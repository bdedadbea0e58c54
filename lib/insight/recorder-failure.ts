// What makes the recorder fail, and whether that is the API alone.
import { neededLists, type RecorderDuty, type RecorderList, type RecorderState } from "../bff/recorder.ts";

type Recorder = Pick<RecorderState, "lists" | "duties">;

type FailingPart = (RecorderList | RecorderDuty) & { readonly failing_since_ms: number };

/** The required lists and the duties that fail at present, the first to fail first. */
export const failingParts = ({ lists, duties }: Recorder): readonly FailingPart[] =>
  [...lists.filter(({ list }) => neededLists.has(list)), ...duties]
    .filter((part): part is FailingPart => part.failing_since_ms !== null)
    .toSorted((a, b) => a.failing_since_ms - b.failing_since_ms);

/** Whether a failure is one of a call to the API. */
export const isByApi = ({ code }: Pick<RecorderDuty, "code">): boolean =>
  code?.startsWith("upstream_") === true;
