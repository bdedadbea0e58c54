"use client";

import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { ClockTime } from "@/components/ui/relative-time";
import { type Delivery, webhookLimits } from "@/lib/bff/webhooks";
import { formatDuration } from "@/lib/format/duration";

/** Number of delivery attempts of a notification; a click lists them. */
export function DeliveryAttempts({ delivery: { title, event, attempts } }: { delivery: Delivery }) {
  const count = `${attempts.length} of ${webhookLimits.attempts}`;
  if (attempts.length === 0) return <span className="px-2">{count}</span>;
  return (
    <Popover
      label="Attempts"
      align="end"
      className="w-96 p-3"
      trigger={
        <Button size="sm" variant="ghost" aria-label={`${count} attempts, ${event}, ${title}`}>
          {count}
        </Button>
      }
    >
      <ol className="grid gap-1.5">
        {attempts.map(({ at_ms: at, status, ms, error }) => (
          <li key={at} className="flex flex-wrap gap-x-3 text-label">
            <ClockTime at={at} withDate />
            <span>{error ?? `answered ${status ?? "nothing"}`}</span>
            <span className="text-ink-3">{formatDuration(ms)}</span>
          </li>
        ))}
      </ol>
    </Popover>
  );
}
