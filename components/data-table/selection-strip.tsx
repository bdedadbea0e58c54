"use client";

import { Button } from "@/components/ui/button";
import { useHandOnFocus } from "@/components/ui/return-focus";
import { formatCount } from "@/lib/format/numbers";
import type { MatchingOffer } from "./selection.ts";

/** Once all of a page is selected: whether everything that matches should be, too. */
export function SelectionStrip({
  offer,
  count,
  onGone,
}: {
  offer: MatchingOffer;
  count: number;
  /** What has the focus once the offer was taken. */
  onGone: () => Element | null | undefined;
}) {
  const handOn = useHandOnFocus(onGone);
  return (
    <span className="pointer-events-auto inline-flex min-h-7 flex-wrap items-center justify-center gap-x-2 bg-bg px-2 text-label text-ink-2">
      {offer.done ?? `${formatCount(count)} selected, all of this page.`}
      {offer.done === undefined ? (
        <Button
          ref={handOn}
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
