import { StatusGlyph } from "@/components/ui/status-glyph";
import { poolConditionLook } from "@/lib/format/pool-condition";

const textClass = { bad: "text-bad", warn: "text-warn", neutral: "text-ink-2" } as const;

/** A pool's condition in a row: only trouble has a colour. */
export function PoolConditionText({ condition }: { condition: Parameters<typeof poolConditionLook>[0] }) {
  const { word, glyph, tone } = poolConditionLook(condition);
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${textClass[tone]}`}>
      <StatusGlyph glyph={glyph} />
      {word}
    </span>
  );
}
