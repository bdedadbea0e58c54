import { Tooltip } from "@/components/ui/tooltip";
import { byQuality, qualityRank } from "./proxy-rows.ts";

/** The type with its quality rank; the tooltip explains the rank. */
export function ProxyType({ type }: { type: string | null | undefined }) {
  if (type === null || type === undefined || type === "") return <span className="text-ink-3">–</span>;
  const rank = qualityRank(type);
  return (
    <Tooltip
      text={
        <>
          {rank === undefined
            ? `The API does not rank ${type} proxies. `
            : `${rank} of ${byQuality.length}. `}
          Quality for avoiding bot detection: {byQuality.join(" > ")}.
        </>
      }
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
