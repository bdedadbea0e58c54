import { CopyableId, Fact, Facts } from "@/components/ui/facts";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Connection } from "@/lib/bff/health";
import { UpstreamState } from "./upstream-state.tsx";

/** What is shown, in order, and how tall. */
export const connectionFacts = [
  { name: "Address", height: "h-6" },
  { name: "Token", height: "h-[41px]" },
  { name: "State", height: "h-5" },
  { name: "Last answer", height: "h-5" },
  { name: "Last failure", height: "h-5" },
];

/** Where the API is, by which token it is asked, and how it does. The token itself never comes this far. */
export function ConnectionFacts({ connection }: { connection: Connection }) {
  const { upstream } = connection;
  return (
    <Facts>
      <Fact name="Address">
        <CopyableId id={connection.base_url} what="address of the API" />
      </Fact>
      <Fact name="Token">
        <CopyableId id={connection.token_fingerprint} what="token fingerprint" />
        <span className="block text-label text-ink-3">
          its fingerprint: the first 12 hex digits of its SHA-256, enough to compare two
        </span>
      </Fact>
      <Fact name="State">
        <UpstreamState upstream={upstream} />
      </Fact>
      <Fact name="Last answer">
        <RelativeTime at={upstream.last_answer_at_ms} empty="none yet" />
      </Fact>
      <Fact name="Last failure">
        <RelativeTime at={upstream.last_failure_at_ms} empty="none" />
      </Fact>
    </Facts>
  );
}
