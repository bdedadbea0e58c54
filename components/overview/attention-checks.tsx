"use client";

import { TruthLine } from "@/components/ui/truth-line";
import type { Attention } from "@/lib/bff/attention";
import { lackWords, seenWords } from "./attention-check-words.ts";

/** What was looked at and when, and what could not be. */
export function AttentionChecks({ attention: { checks, computed_at_ms } }: { attention: Attention }) {
  const lacks = lackWords(checks);
  return (
    <TruthLine
      readAtMs={computed_at_ms}
      source={`looked at ${seenWords(checks).join(", ")}`}
      completeness={lacks.length === 0 ? "complete" : lacks.join("; ")}
    />
  );
}
