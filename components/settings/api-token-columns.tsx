import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { useClockText } from "@/components/ui/use-now";
import type { ApiToken, MakerState } from "@/lib/bff/api-tokens";
import { dayMs } from "@/lib/bff/time-units";
import { ApiTokenActions } from "./api-token-actions.tsx";
import { apiTokenColumnsTexts } from "./setting-on-demand-messages.ts";

const soonMs = 7 * dayMs;

const makerTexts = {
  disabled: apiTokenColumnsTexts.accountDisabled,
  without_role: apiTokenColumnsTexts.accountWithoutRole,
} as const satisfies Record<Exclude<MakerState, "enabled">, string>;

/** When a token expires, and whether that is soon or was, or that it is refused already. */
function Expiry({ expires_at_ms: atMs, created_by: by, created_by_state: maker = "enabled" }: ApiToken) {
  const state = useClockText(
    (nowMs) => (atMs <= nowMs ? "expired" : atMs - nowMs < soonMs ? "soon" : "later"),
    "later",
  );
  return (
    <span className="inline-flex items-center gap-2">
      <RelativeTime at={atMs} />
      {state === "expired" || maker === "enabled" ? null : (
        <span title={apiTokenColumnsTexts.refusedBecause(by)}>
          <Badge tone="bad" glyph="cross">
            {makerTexts[maker]}
          </Badge>
        </span>
      )}
      {state === "expired" ? (
        <Badge tone="bad" glyph="cross">
          {apiTokenColumnsTexts.expired}
        </Badge>
      ) : null}
      {state === "soon" && maker === "enabled" ? (
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
  {
    id: "role",
    header: apiTokenColumnsTexts.role,
    card: "end",
    width: "10rem",
    cell: ({ role, role_now: now = role }) =>
      now === role ? (
        role
      ) : (
        <span title={apiTokenColumnsTexts.noMoreThanAccount}>{apiTokenColumnsTexts.roleNow(role, now)}</span>
      ),
  },
  {
    id: "expires",
    header: apiTokenColumnsTexts.expires,
    card: "note",
    width: "14rem",
    cell: Expiry,
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
