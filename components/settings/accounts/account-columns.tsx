import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Account } from "@/lib/bff/accounts";
import { AccountActions } from "./account-actions.tsx";
import { accountColumnsTexts } from "./account-messages.ts";

function State({ disabled, password, one_time_until_ms: until }: Account) {
  if (disabled) return <Badge glyph="dash">{accountColumnsTexts.disabled}</Badge>;
  if (password !== "one_time")
    return (
      <Badge tone="ok" glyph="disc">
        {accountColumnsTexts.enabled}
      </Badge>
    );
  return (
    <span>
      {accountColumnsTexts.oneTimePasswordUntil}
      <RelativeTime at={until} />
    </span>
  );
}

export const accountColumns: readonly Column<Account>[] = [
  {
    id: "username",
    header: accountColumnsTexts.account,
    card: "name",
    cell: ({ username }) => <span className="font-medium">{username}</span>,
  },
  {
    id: "role",
    header: accountColumnsTexts.role,
    card: "end",
    width: "7rem",
    cell: ({ role, without_role }) => (without_role ? accountColumnsTexts.noRole : role),
  },
  { id: "state", header: accountColumnsTexts.state, card: "note", width: "16rem", cell: State },
  {
    id: "seen",
    header: accountColumnsTexts.lastSeen,
    hint: accountColumnsTexts.inTheLast10Days,
    width: "8rem",
    cell: ({ last_seen_ms: at }) => <RelativeTime at={at} />,
  },
  {
    id: "acts",
    header: accountColumnsTexts.actions,
    card: "acts",
    width: "4rem",
    align: "right",
    cell: (account) => <AccountActions account={account} />,
  },
];
