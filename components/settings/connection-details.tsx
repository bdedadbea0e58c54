import { Badge } from "@/components/ui/badge";
import { CopyableId, DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Connection, UpstreamHealth } from "@/lib/bff/health";
import { failureCause } from "@/lib/format/failure-messages";
import { connectionDetailsTexts } from "./setting-messages.ts";

/** Rows in order, with their heights. */
export const connectionDetails = [
  { name: connectionDetailsTexts.address, height: "h-6" },
  { name: connectionDetailsTexts.token, height: "h-[41px]" },
  { name: connectionDetailsTexts.state, height: "h-5" },
  { name: connectionDetailsTexts.lastAnswer, height: "h-5" },
  { name: connectionDetailsTexts.lastFailure, height: "h-5" },
];

/** The API's address, its token's fingerprint, and its health. The token itself never reaches the browser. */
export function ConnectionDetails({ connection }: { connection: Connection }) {
  const { upstream } = connection;
  return (
    <DescriptionList>
      <DescriptionItem name={connectionDetailsTexts.address}>
        <CopyableId id={connection.base_url} what={connectionDetailsTexts.apiAddress} />
      </DescriptionItem>
      <DescriptionItem name={connectionDetailsTexts.token}>
        <CopyableId id={connection.token_fingerprint} what={connectionDetailsTexts.tokenFingerprint} />
        <span className="block text-label text-ink-3">{connectionDetailsTexts.fingerprintHint}</span>
      </DescriptionItem>
      <DescriptionItem name={connectionDetailsTexts.state}>
        <UpstreamState upstream={upstream} />
      </DescriptionItem>
      <DescriptionItem name={connectionDetailsTexts.lastAnswer}>
        <RelativeTime at={upstream.last_answer_at_ms} empty={connectionDetailsTexts.noneYet} />
      </DescriptionItem>
      <DescriptionItem name={connectionDetailsTexts.lastFailure}>
        <RelativeTime at={upstream.last_failure_at_ms} />
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
          {connectionDetailsTexts.answering}
        </Badge>
      );
    case "failing":
      return (
        <Badge tone="bad" glyph="cross">
          {connectionDetailsTexts.failing(
            upstream.code === undefined ? undefined : failureCause(upstream.code),
          )}
        </Badge>
      );
    case "unknown":
      return (
        <Badge tone="neutral" glyph="question">
          {connectionDetailsTexts.noRequestsYet}
        </Badge>
      );
  }
}
