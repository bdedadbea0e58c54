import { ClockTime } from "@/components/ui/relative-time";
import type { ProcessSamples } from "@/lib/bff/process-samples";
import { formatCount } from "@/lib/format/numbers";
import type { ProcessSample } from "@/lib/queries/process-history";

/** Since when a process was measured, how much of it is drawn, and what a gap means. */
export function ProcessMeasured({
  samples,
  recorded,
  span,
}: {
  samples: readonly ProcessSample[];
  recorded: ProcessSamples | undefined;
  span: { fromMs: number; toMs: number };
}) {
  const drawn = samples.filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.toMs);
  const sinceMs = Math.min(recorded?.began_at_ms ?? Number.POSITIVE_INFINITY, samples[0]?.atMs ?? span.toMs);
  const earlier = sinceMs < span.fromMs;
  return (
    <p className="text-truth text-ink-3">
      Recorded since <ClockTime at={sinceMs} withDate />, while anybody had this tab open.{" "}
      {formatCount(drawn.length)} {drawn.length === 1 ? "sample is" : "samples are"} drawn
      {earlier ? ", those of the last half hour" : ""}. A gap is time without one.
    </p>
  );
}
