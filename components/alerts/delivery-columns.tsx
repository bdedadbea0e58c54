import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Popover } from "@/components/ui/popover";
import { ClockTime, RelativeTime } from "@/components/ui/relative-time";
import { type Delivery, webhookLimits } from "@/lib/bff/webhooks";
import { formatDuration } from "@/lib/format/duration";
import { formatOutOf } from "@/lib/format/numbers";
import { deliveryColumnsTexts } from "./alert-on-demand-messages.ts";
import { placeOf } from "./signal-messages.ts";

const looks = {
  waiting: { tone: "queued", glyph: "clock", label: deliveryColumnsTexts.waiting },
  delivered: { tone: "ok", glyph: "disc", label: deliveryColumnsTexts.delivered },
  dead: { tone: "bad", glyph: "cross", label: deliveryColumnsTexts.failed },
} as const satisfies Record<Delivery["state"], object>;

/** What the receiver answered last, and after how long. */
export function formatAttempt({ attempts }: Pick<Delivery, "attempts">): string {
  const last = attempts.at(-1);
  if (last === undefined) return deliveryColumnsTexts.notTriedYet;
  const how = last.error ?? deliveryColumnsTexts.answered(last.status);
  return deliveryColumnsTexts.answerAfter(how, formatDuration(last.ms));
}

/** What a delivery is about, as a link to its rows. */
function DeliverySubject({ title, alert }: Delivery) {
  return alert === null ? (
    title
  ) : (
    <Link href={placeOf(alert)} className="font-medium hover:underline">
      {title}
    </Link>
  );
}

/** Columns of deliveries; the attempts are behind their count. */
export const deliveryColumns: readonly Column<Delivery>[] = [
  {
    id: "state",
    header: deliveryColumnsTexts.state,
    card: "state",
    width: "8rem",
    cell: ({ state }) => (
      <Badge tone={looks[state].tone} glyph={looks[state].glyph}>
        {looks[state].label}
      </Badge>
    ),
  },
  {
    id: "event",
    header: deliveryColumnsTexts.event,
    card: "figure",
    width: "7rem",
    cell: ({ event }) => event,
  },
  { id: "title", header: deliveryColumnsTexts.alert, card: "name", width: "18rem", cell: DeliverySubject },
  { id: "last", header: deliveryColumnsTexts.lastAttempt, card: "note", cell: formatAttempt },
  {
    id: "attempts",
    header: deliveryColumnsTexts.attempts,
    width: "6rem",
    align: "right",
    cell: (delivery) => <DeliveryAttempts delivery={delivery} />,
  },
  {
    id: "next",
    header: deliveryColumnsTexts.next,
    width: "7rem",
    hideWhenNarrow: true,
    cell: ({ next_at_ms: at }) => <RelativeTime at={at} />,
  },
  {
    id: "queued",
    header: deliveryColumnsTexts.queued,
    card: "end",
    width: "8rem",
    cell: ({ created_at_ms: at }) => <RelativeTime at={at} />,
  },
];

/** Number of delivery attempts of a notification; a click lists them. */
function DeliveryAttempts({ delivery: { title, event, attempts } }: { delivery: Delivery }) {
  const count = formatOutOf(attempts.length, webhookLimits.attempts);
  if (attempts.length === 0) return <span className="px-2">{count}</span>;
  return (
    <Popover
      label={deliveryColumnsTexts.attempts}
      align="end"
      className="w-96 p-3"
      trigger={
        <Button
          size="sm"
          variant="ghost"
          aria-label={deliveryColumnsTexts.attemptsOf({ count, event, title })}
        >
          {count}
        </Button>
      }
    >
      <ol className="grid gap-1.5">
        {attempts.map(({ at_ms: at, status, ms, error }) => (
          <li key={at} className="flex flex-wrap gap-x-3 text-label">
            <ClockTime at={at} withDate />
            <span>{error ?? deliveryColumnsTexts.answered(status)}</span>
            <span className="text-ink-3">{formatDuration(ms)}</span>
          </li>
        ))}
      </ol>
    </Popover>
  );
}
