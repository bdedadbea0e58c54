"use client";

import { ArrowDown, X } from "lucide-react";
import { Button, IconButton } from "@/components/ui/button";
import { useHandOnFocus } from "@/components/ui/return-focus";
import { formatCount } from "@/lib/format/numbers";

/** What has the focus once a note is gone: the rows, whose keys go on. */
type Gone = () => Element | null;

/** A pane that stands still: how much waits, and the way back. */
export function PausedButton({
  waiting,
  onResume,
  onGone,
}: {
  waiting: number;
  onResume: () => void;
  onGone: Gone;
}) {
  const handOn = useHandOnFocus(onGone);
  return (
    <Button
      ref={handOn}
      size="sm"
      className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full! border-transparent! bg-warn-bg! text-warn! shadow-float"
      onClick={onResume}
    >
      Paused · {formatCount(waiting)} new
      <ArrowDown />
    </Button>
  );
}

/** A link's line that is not here. */
export function LostLine({ words, onClose, onGone }: { words: string; onClose: () => void; onGone: Gone }) {
  const handOn = useHandOnFocus(onGone);
  return (
    <div
      ref={handOn}
      role="status"
      className="flex items-center gap-2 bg-warn-bg py-1 pr-2 pl-3 text-label text-warn"
    >
      <span className="min-w-0 flex-1">{words}</span>
      <IconButton label="Dismiss" size="icon-sm" onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
}

/** No line passes: what hides them, and a way to see them. */
export function NothingPasses({
  because,
  onClear,
  onGone,
}: {
  because: string;
  onClear: () => void;
  onGone: Gone;
}) {
  const handOn = useHandOnFocus(onGone);
  return (
    <div
      ref={handOn}
      className="absolute inset-x-0 top-1/4 grid justify-items-center gap-3 px-6 text-center text-ink-2"
    >
      <p>No line passes: {because}.</p>
      <Button onClick={onClear}>Show all lines</Button>
    </div>
  );
}
