import type { Column } from "@/components/data-table/column";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { shortId } from "@/lib/format/short-id";
import { ProxyCheckButton } from "./proxy-check-button.tsx";
import { nameOf, placeOf } from "./proxy-place.ts";
import { ProxyStatus } from "./proxy-status.tsx";
import { ProxyType } from "./proxy-type.tsx";

const dash = <span className="text-ink-3">–</span>;

export const proxyColumns: readonly Column<FleetProxy>[] = [
  { id: "status", header: "Status", width: "8.5rem", cell: (proxy) => <ProxyStatus proxy={proxy} /> },
  {
    id: "name",
    header: "Name",
    cell: (proxy) => proxy.name || <span className="text-ink-3">unnamed</span>,
  },
  {
    id: "type",
    header: "Type",
    width: "8rem",
    hideWhenNarrow: true,
    cell: (proxy) => <ProxyType type={proxy.type} />,
  },
  {
    id: "protocol",
    header: "Protocol",
    width: "5rem",
    hideOnPhone: true,
    hideWhenNarrow: true,
    cell: (proxy) => proxy.protocol ?? dash,
  },
  {
    id: "place",
    header: "Place",
    width: "8.5rem",
    hideWhenNarrow: true,
    cell: (proxy) => placeOf(proxy) ?? dash,
  },
  {
    id: "ip_address",
    header: "Address",
    width: "8.5rem",
    mono: true,
    cell: (proxy) => proxy.ip_address || dash,
  },
  {
    id: "last_checked",
    header: "Last checked",
    width: "7.5rem",
    cell: (proxy) => <RelativeTime at={proxy.last_checked} empty="never" />,
  },
  {
    id: "id",
    header: "Id",
    width: "9rem",
    mono: true,
    hideOnPhone: true,
    hideWhenNarrow: true,
    cell: (proxy) => (
      <span className="inline-flex items-center gap-1">
        <span title={proxy.id}>{shortId(proxy.id)}</span>
        <CopyButton text={proxy.id} label="Copy proxy id" />
      </span>
    ),
  },
  {
    id: "check",
    header: "Check",
    width: "9.5rem",
    align: "right",
    cell: (proxy) => <ProxyCheckButton id={proxy.id} name={nameOf(proxy)} />,
  },
];
