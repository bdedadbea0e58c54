import { NoValue } from "@/components/ui/no-value";
import { Tooltip } from "@/components/ui/tooltip";
import { proxyTypeTexts } from "./proxy-messages.ts";
import { byQuality, qualityRank } from "./proxy-rows.ts";

/** The type with its quality rank; the tooltip explains the rank. */
export function ProxyType({ type }: { type: string | null | undefined }) {
  if (type === null || type === undefined || type === "") return <NoValue />;
  const rank = qualityRank(type);
  return (
    <Tooltip
      text={proxyTypeTexts.qualityForAvoidingBotDetection(
        rank,
        type,
        byQuality.length,
        byQuality.join(" > "),
      )}
    >
      <span className="whitespace-nowrap">
        {type}
        {rank === undefined ? null : (
          <span className="text-ink-3">
            {" "}
            {rank}/{byQuality.length}
          </span>
        )}
      </span>
    </Tooltip>
  );
}
