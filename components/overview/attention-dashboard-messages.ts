// Messages on the API and on the recorder. Pure.

import { formatAge } from "@/lib/format/duration";
import { apiFailure } from "@/lib/format/failure-messages";
import { paths } from "@/lib/paths";
import { type ItemMessage, type Of, plain } from "./attention-parts.ts";

/** Why a call to the API fails, where its code says so in words; Settings shows the code. */
const failureOf = (code: string | null): string | undefined => {
  const failure = apiFailure(code);
  return failure === undefined ? undefined : `The API ${failure}`;
};

/** How long it has been so is in the entry's age. */
export const silentMessage = (item: Of<"silent">): ItemMessage => ({
  word: "API failing",
  glyph: "cross",
  title: failureOf(item.code) ?? "The API does not answer",
  evidence: item.last_answer_at_ms === null ? [plain("No answer since the dashboard started")] : [],
  href: paths.settings(),
  act: "Open connection",
});

/** Error codes of a recorder that can read but not write. */
const writeCodes: ReadonlySet<string | null> = new Set(["store_unavailable", "too_many"]);

export function recorderMessage({
  state,
  code,
  reached_ms: reached,
  to_ms: to,
}: Of<"recorder">): ItemMessage {
  const reason = failureOf(code);
  const unwritten = state === "failing" && writeCodes.has(code);
  const titles = {
    off: "Nothing is recorded now",
    failing: unwritten ? "The recorder cannot write" : "The recorder gets no answer",
    behind: "The history is still loading",
  } as const;
  const effects = {
    off: "Charts have a gap until it recovers",
    failing: unwritten ? "What happens now may be missing" : "Charts have a gap until it recovers",
    behind:
      reached === null || to === null
        ? "Older invocations are missing"
        : `${formatAge(reached - to)} still to load`,
  } as const;
  return {
    word: "Recorder",
    glyph: state === "behind" ? "half" : "triangle",
    title: titles[state],
    evidence: [effects[state], ...(reason === undefined ? [] : [reason])].map(plain),
    href: "/settings#recorder",
    act: "Open recorder",
  };
}
