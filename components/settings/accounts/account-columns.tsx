import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Account } from "@/lib/bff/accounts";
import { AccountActions } from "./account-actions.tsx";

function State({ disabled, password, one_time_until_ms: until }: Account) {
  if (disabled) return <Badge glyph="dash">disabled</Badge>;
  if (password !== "one_time")
    return (
      <Badge tone="ok" glyph="disc">
        enabled
      </Badge>
    );
  return (
    <span>
      one-time password until <RelativeTime at={until} />
    </span>
  );
}

export const accountColumns: readonly Column<Account>[] = [
  {
    id: "username",
    header: "Account",
    card: "name",
    cell: ({ username }) => <span className="font-medium">{username}</span>,
  },
  { id: "role", header: "Role", card: "end", width: "7rem", cell: ({ role }) => role },
  { id: "state", header: "State", card: "note", width: "16rem", cell: State },
  {
    id: "seen",
    header: "Last seen",
    hint: "In the last 10 days",
    width: "8rem",
    cell: ({ last_seen_ms: at }) => <RelativeTime at={at} empty="–" />,
  },
  {
    id: "acts",
    header: "Acts",
    card: "acts",
    width: "4rem",
    align: "right",
    cell: (account) => <AccountActions account={account} />,
  },
];
