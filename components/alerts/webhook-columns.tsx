import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Webhook } from "@/lib/bff/webhooks";
import { formatCount } from "@/lib/format/numbers";
import { webhookColumnsTexts } from "./alert-on-demand-messages.ts";
import type { NewSecret } from "./secret-dialog.tsx";
import { WebhookActions } from "./webhook-actions.tsx";

export const webhookColumns = ({
  onEdit,
  onSecret,
}: {
  onEdit: (webhook: Webhook) => void;
  onSecret: (made: NewSecret) => void;
}): readonly Column<Webhook>[] => [
  {
    id: "state",
    header: webhookColumnsTexts.state,
    card: "state",
    width: "7rem",
    cell: ({ enabled, dead }) =>
      !enabled ? (
        <Badge glyph="dash">{webhookColumnsTexts.off}</Badge>
      ) : dead > 0 ? (
        <Badge tone="bad" glyph="cross">
          {webhookColumnsTexts.failed(formatCount(dead))}
        </Badge>
      ) : (
        <Badge tone="ok" glyph="disc">
          {webhookColumnsTexts.on}
        </Badge>
      ),
  },
  {
    id: "name",
    header: webhookColumnsTexts.webhook,
    card: "name",
    width: "12rem",
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    id: "origin",
    header: webhookColumnsTexts.to,
    card: "note",
    mono: true,
    cell: ({ origin }) => `${origin}/…`,
  },
  {
    id: "waiting",
    header: webhookColumnsTexts.waiting,
    width: "6rem",
    align: "right",
    cell: ({ waiting }) => formatCount(waiting),
  },
  {
    id: "delivered",
    header: webhookColumnsTexts.delivered,
    card: "end",
    width: "8rem",
    cell: ({ last_delivered_ms: at }) => <RelativeTime at={at} />,
  },
  {
    id: "acts",
    header: webhookColumnsTexts.actions,
    card: "note",
    width: "14rem",
    align: "right",
    cell: (webhook) => (
      <WebhookActions webhook={webhook} onEdit={() => onEdit(webhook)} onSecret={onSecret} />
    ),
  },
];
