import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { useClockText } from "@/components/ui/use-now";
import type { ApiToken } from "@/lib/bff/api-tokens";
import { ApiTokenActions } from "./api-token-actions.tsx";
import { apiTokenColumnsTexts } from "./setting-on-demand-messages.ts";

const soonMs = 7 * 24 * 3_600_000;

/** When a token expires, and whether that is soon or was. */
function Expiry({ atMs }: { atMs: number }) {
  const state = useClockText(
    (nowMs) => (atMs <= nowMs ? "expired" : atMs - nowMs < soonMs ? "soon" : "later"),
    "later",
  );
  return (
    <span className="inline-flex items-center gap-2">
      <RelativeTime at={atMs} />
      {state === "expired" ? (
        <Badge tone="bad" glyph="cross">
          {apiTokenColumnsTexts.expired}
        </Badge>
      ) : null}
      {state === "soon" ? (
        <Badge tone="warn" glyph="disc">
          {apiTokenColumnsTexts.soon}
        </Badge>
      ) : null}
    </span>
  );
}

export const apiTokenColumns: readonly Column<ApiToken>[] = [
  {
    id: "name",
    header: apiTokenColumnsTexts.name,
    card: "name",
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  { id: "role", header: apiTokenColumnsTexts.role, card: "end", width: "7rem", cell: ({ role }) => role },
  {
    id: "expires",
    header: apiTokenColumnsTexts.expires,
    card: "note",
    width: "12rem",
    cell: ({ expires_at_ms: atMs }) => <Expiry atMs={atMs} />,
  },
  {
    id: "used",
    header: apiTokenColumnsTexts.lastUsed,
    width: "9rem",
    hint: apiTokenColumnsTexts.accurateToTheMinute,
    cell: ({ last_used_at_ms: at }) => <RelativeTime at={at} />,
  },
  {
    id: "created",
    header: apiTokenColumnsTexts.created,
    width: "14rem",
    cell: ({ created_by: by, created_at_ms: at }) => (
      <>
        {apiTokenColumnsTexts.by(by)}
        <RelativeTime at={at} />
      </>
    ),
  },
  {
    id: "acts",
    header: apiTokenColumnsTexts.actions,
    card: "acts",
    width: "6rem",
    align: "right",
    cell: (token) => <ApiTokenActions token={token} />,
  },
];
