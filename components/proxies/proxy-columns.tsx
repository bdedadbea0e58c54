import type { Column } from "@/components/data-table/column";
import { PinBadge } from "@/components/inventory/pin-badge";
import { NoValue } from "@/components/ui/no-value";
import { RelativeTime } from "@/components/ui/relative-time";
import { FlapScore, UptimeShare } from "./check-figures.tsx";
import { CheckHistoryStrip } from "./check-history-strip.tsx";
import { ProxyCheckButton } from "./proxy-check-button.tsx";
import { nameOf } from "./proxy-location.ts";
import { proxyColumnsTexts } from "./proxy-messages.ts";
import type { ProxyRow } from "./proxy-rows.ts";
import { ProxyStatus } from "./proxy-status.tsx";
import { ProxyType } from "./proxy-type.tsx";

const dash = <NoValue />;
/** Both ends of an address of version 6: the beginning is that of its neighbours. */
const shortAddress = (address: string) =>
  address.length > 15 ? `${address.slice(0, 6)}…${address.slice(-8)}` : address;
const stripPx = 120;

export const proxyColumns: readonly Column<ProxyRow>[] = [
  {
    id: "status",
    header: proxyColumnsTexts.status,
    card: "state",
    width: "8.5rem",
    sortable: true,
    cell: ({ proxy }) => <ProxyStatus proxy={proxy} />,
  },
  {
    id: "name",
    header: proxyColumnsTexts.name,
    card: "name",
    sortable: true,
    cell: ({ proxy }) => (
      <>
        {proxy.name || <span className="text-ink-3">{proxyColumnsTexts.unnamed}</span>}
        <PinBadge kind="proxy" id={proxy.id} />
      </>
    ),
  },
  {
    id: "type",
    header: proxyColumnsTexts.type,
    card: "note",
    width: "9rem",
    hideWhenNarrow: true,
    sortable: true,
    cell: ({ proxy }) => (
      <>
        <ProxyType type={proxy.type} /> <span className="text-ink-2">{proxy.config?.country}</span>
      </>
    ),
  },
  {
    id: "ip_address",
    header: proxyColumnsTexts.address,
    // Fifteen characters, the longest address of version 4.
    width: "8.25rem",
    hideWhenNarrow: true,
    mono: true,
    cell: ({ proxy }) =>
      proxy.ip_address ? <span title={proxy.ip_address}>{shortAddress(proxy.ip_address)}</span> : dash,
  },
  {
    id: "last_checked",
    header: proxyColumnsTexts.lastChecked,
    card: "end",
    width: "6.5rem",
    sortable: true,
    cell: ({ proxy }) => <RelativeTime at={proxy.last_checked} />,
  },
  {
    id: "history",
    header: proxyColumnsTexts.checks,
    hint: proxyColumnsTexts.oneBarPerCheck,
    width: "8.75rem",
    hideWhenNarrow: true,
    cell: ({ past, range, rangeLabel }) =>
      range === undefined ? (
        dash
      ) : (
        <CheckHistoryStrip
          marks={past?.marks ?? []}
          summary={past?.summary}
          range={range}
          rangeLabel={rangeLabel}
          widthPx={stripPx}
        />
      ),
  },
  {
    id: "uptime",
    header: proxyColumnsTexts.uptime,
    card: "figure",
    cardLabel: true,
    hint: proxyColumnsTexts.shareOfSuccessfulChecks,
    width: "6.5rem",
    sortable: true,
    cell: ({ past, rangeLabel }) => <UptimeShare summary={past?.summary} rangeLabel={rangeLabel} />,
  },
  {
    id: "flap",
    header: proxyColumnsTexts.flap,
    hint: proxyColumnsTexts.howOftenTheResultChanges,
    width: "4rem",
    hideWhenNarrow: true,
    sortable: true,
    cell: ({ past }) => <FlapScore summary={past?.summary} />,
  },
  {
    id: "check",
    header: proxyColumnsTexts.check,
    hidesHeader: true,
    width: "9rem",
    align: "right",
    cell: ({ proxy }) => <ProxyCheckButton id={proxy.id} name={nameOf(proxy)} />,
  },
];
