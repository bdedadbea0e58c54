"use client";

import { Button } from "@/components/ui/button";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { formatCount } from "@/lib/format/numbers";
import { selectionBannerTexts } from "./data-table-messages.ts";
import type { MatchingOffer } from "./selection.ts";

/** Offers, once a whole page is selected, to select everything that matches. */
export function SelectionBanner({
  offer,
  count,
  onGone,
}: {
  offer: MatchingOffer;
  count: number;
  /** Receives the focus once the offer was accepted. */
  onGone: () => Element | null | undefined;
}) {
  const focusHandoffRef = useFocusHandoff(onGone);
  return (
    <span className="pointer-events-auto inline-flex min-h-7 flex-wrap items-center justify-center gap-x-2 bg-bg px-2 text-label text-ink-2">
      {offer.done ?? (
        // On a phone the number stands in the bar at the bottom; two lines would push the rows.
        <span className="max-sm:hidden">{selectionBannerTexts.allPageSelected(formatCount(count))}</span>
      )}
      {offer.done === undefined ? (
        <Button
          ref={focusHandoffRef}
          size="sm"
          variant="ghost"
          pending={offer.pending}
          onClick={offer.onSelect}
          className="!text-accent"
        >
          {offer.label}
        </Button>
      ) : null}
    </span>
  );
}
