import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Webhook } from "@/lib/bff/webhooks";
import { formatCount } from "@/lib/format/numbers";
import { WebhookActions } from "./webhook-actions.tsx";

export const webhookColumns: readonly Column<Webhook>[] = [
  {
    id: "state",
    header: "State",
    card: "state",
    width: "7rem",
    cell: ({ enabled, dead }) =>
      !enabled ? (
        <Badge glyph="dash">off</Badge>
      ) : dead > 0 ? (
        <Badge tone="bad" glyph="cross">
          {formatCount(dead)} dead
        </Badge>
      ) : (
        <Badge tone="ok" glyph="disc">
          on
        </Badge>
      ),
  },
  {
    id: "name",
    header: "Webhook",
    card: "name",
    width: "12rem",
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  { id: "origin", header: "To", card: "note", mono: true, cell: ({ origin }) => `${origin}/…` },
  {
    id: "waiting",
    header: "Waiting",
    width: "6rem",
    align: "right",
    mono: true,
    cell: ({ waiting }) => formatCount(waiting),
  },
  {
    id: "delivered",
    header: "Delivered",
    card: "end",
    width: "8rem",
    cell: ({ last_delivered_ms: at }) => <RelativeTime at={at} empty="never" />,
  },
  {
    id: "acts",
    header: "Acts",
    card: "note",
    width: "14rem",
    align: "right",
    cell: (webhook) => <WebhookActions webhook={webhook} />,
  },
];
