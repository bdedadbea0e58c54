import { NoValue } from "@/components/ui/no-value";
import { Tooltip } from "@/components/ui/tooltip";
import { proxyTypeTexts } from "./proxy-messages.ts";
import { byQuality, qualityRank } from "./proxy-rows.ts";

/** The type; the tooltip has its quality rank. */
export function ProxyType({ type }: { type: string | null | undefined }) {
  if (type === null || type === undefined || type === "") return <NoValue />;
  return (
    <Tooltip
      text={proxyTypeTexts.qualityForAvoidingBotDetection(
        qualityRank(type),
        type,
        byQuality.length,
        byQuality.join(" > "),
      )}
    >
      <span className="whitespace-nowrap">{type}</span>
    </Tooltip>
  );
}
