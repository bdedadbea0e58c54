import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Delivery } from "@/lib/bff/webhooks";
import { formatDuration } from "@/lib/format/duration";
import { DeliveryAttempts } from "./delivery-attempts.tsx";

const looks = {
  waiting: { tone: "queued", glyph: "clock" },
  delivered: { tone: "ok", glyph: "disc" },
  dead: { tone: "bad", glyph: "cross" },
} as const satisfies Record<Delivery["state"], object>;

function formatAttempt({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (last === undefined) return "not tried yet";
  const how = last.error ?? `answered ${last.status ?? "nothing"}`;
  return `${how} in ${formatDuration(last.ms)}`;
}

/** Columns of deliveries; the attempts are behind their count. */
export const deliveryColumns: readonly Column<Delivery>[] = [
  {
    id: "state",
    header: "State",
    width: "8rem",
    cell: ({ state }) => (
      <Badge tone={looks[state].tone} glyph={looks[state].glyph}>
        {state}
      </Badge>
    ),
  },
  { id: "event", header: "Event", width: "7rem", cell: ({ event }) => event },
  { id: "title", header: "Of", width: "18rem", cell: ({ title }) => title },
  { id: "last", header: "Last attempt", cell: formatAttempt },
  {
    id: "attempts",
    header: "Attempts",
    width: "6rem",
    align: "right",
    mono: true,
    cell: (delivery) => <DeliveryAttempts delivery={delivery} />,
  },
  {
    id: "next",
    header: "Next",
    width: "7rem",
    hideWhenNarrow: true,
    cell: ({ next_at_ms: at }) => <RelativeTime at={at} />,
  },
  {
    id: "queued",
    header: "Queued",
    width: "8rem",
    cell: ({ created_at_ms: at }) => <RelativeTime at={at} />,
  },
];
