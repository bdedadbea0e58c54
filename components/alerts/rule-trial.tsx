"use client";

import { useMutation } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import type { Signal, SignalReading } from "@/lib/bff/alert-rules";
import { alertMutations } from "@/lib/queries/alerts";
import { ruleTrialTexts } from "./alert-on-demand-messages.ts";

const looks = {
  bad: { tone: "bad", glyph: "triangle", word: ruleTrialTexts.bad },
  between: { tone: "warn", glyph: "half", word: ruleTrialTexts.between },
  unknown: { tone: "warn", glyph: "question", word: ruleTrialTexts.unknown },
  clear: { tone: "ok", glyph: "disc", word: ruleTrialTexts.clear },
} as const satisfies Record<SignalReading["verdict"], object>;

/** Preview: the value of a draft's signal for each subject now. Sends no notification. */
export function RuleTrial({ signal }: { signal: Signal | undefined }) {
  const test = useMutation(alertMutations.test());
  // What was tested, not another condition that was entered since.
  const isOfThis = JSON.stringify(test.variables) === JSON.stringify(signal);
  const readings = isOfThis ? test.data?.readings : undefined;
  return (
    <section aria-label={ruleTrialTexts.testResult} className="grid gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          pending={test.isPending}
          disabledReason={signal === undefined ? ruleTrialTexts.completeTheConditionFirst : undefined}
          onClick={() => signal !== undefined && test.mutate(signal)}
        >
          {ruleTrialTexts.testNow}
        </Button>
        <p className="text-label text-ink-3">{ruleTrialTexts.testHint}</p>
      </div>
      {test.error === null || !isOfThis ? null : (
        <ErrorState shape="strip" error={test.error} title={ruleTrialTexts.notTested} />
      )}
      <div role="status">
        {readings === undefined ? null : readings.length === 0 ? (
          <p className="text-ink-3">{ruleTrialTexts.nothingToTest}</p>
        ) : (
          <ul className="grid max-h-48 gap-1 overflow-y-auto">
            {readings.map(({ subject, label, verdict, message }) => (
              <li key={subject} className="flex flex-wrap items-center gap-x-2">
                <Badge tone={looks[verdict].tone} glyph={looks[verdict].glyph}>
                  {looks[verdict].word}
                </Badge>
                {label === "" ? null : <span className="font-medium">{label}</span>}
                <span className="text-ink-2">{message}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
