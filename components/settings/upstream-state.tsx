import { Badge } from "@/components/ui/badge";
import type { UpstreamHealth } from "@/lib/bff/health";

/** How the API did at the newest call that says anything about it. */
export function UpstreamState({ upstream }: { upstream: UpstreamHealth }) {
  switch (upstream.state) {
    case "answering":
      return (
        <Badge tone="ok" glyph="disc">
          answering
        </Badge>
      );
    case "failing":
      return (
        <Badge tone="bad" glyph="cross">
          {upstream.code === undefined ? "failing" : `failing · ${upstream.code}`}
        </Badge>
      );
    case "unknown":
      return (
        <Badge tone="neutral" glyph="question">
          not asked yet
        </Badge>
      );
  }
}
