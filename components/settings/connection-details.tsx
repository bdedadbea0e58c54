import { Badge } from "@/components/ui/badge";
import { CopyableId, DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Connection, UpstreamHealth } from "@/lib/bff/health";

/** Rows in order, with their heights. */
export const connectionDetails = [
  { name: "Address", height: "h-6" },
  { name: "Token", height: "h-[41px]" },
  { name: "State", height: "h-5" },
  { name: "Last answer", height: "h-5" },
  { name: "Last failure", height: "h-5" },
];

/** The API's address, its token's fingerprint, and its health. The token itself never reaches the browser. */
export function ConnectionDetails({ connection }: { connection: Connection }) {
  const { upstream } = connection;
  return (
    <DescriptionList>
      <DescriptionItem name="Address">
        <CopyableId id={connection.base_url} what="API address" />
      </DescriptionItem>
      <DescriptionItem name="Token">
        <CopyableId id={connection.token_fingerprint} what="token fingerprint" />
        <span className="block text-label text-ink-3">First 12 hex digits of the token's SHA-256</span>
      </DescriptionItem>
      <DescriptionItem name="State">
        <UpstreamState upstream={upstream} />
      </DescriptionItem>
      <DescriptionItem name="Last answer">
        <RelativeTime at={upstream.last_answer_at_ms} empty="none yet" />
      </DescriptionItem>
      <DescriptionItem name="Last failure">
        <RelativeTime at={upstream.last_failure_at_ms} empty="none" />
      </DescriptionItem>
    </DescriptionList>
  );
}

/** Health of the API at the newest call that indicates it. */
function UpstreamState({ upstream }: { upstream: UpstreamHealth }) {
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
          no requests yet
        </Badge>
      );
  }
}
