import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { RecorderState } from "@/lib/bff/recorder";

const looks = {
  recording: { tone: "ok", glyph: "disc", words: "recording" },
  behind: { tone: "running", glyph: "half", words: "reading back" },
  failing: { tone: "bad", glyph: "cross", words: "failing" },
  off: { tone: "warn", glyph: "dash", words: "off" },
} as const;

/** How the recorder does, and since when it does not do well. */
export function RecorderStatus({ recorder }: { recorder: RecorderState }) {
  const { words, ...look } = looks[recorder.status];
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Badge {...look}>{words}</Badge>
      {recorder.since_ms === null ? null : (
        <span className="text-ink-3">
          since <RelativeTime at={recorder.since_ms} />
        </span>
      )}
    </span>
  );
}
