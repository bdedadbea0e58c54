import clsx from "clsx";
import { X } from "lucide-react";
import { visibleMarks } from "@/lib/format/visible-marks";
import { Button } from "./button.tsx";
import { useFocusHandoff } from "./return-focus.ts";
import { filterChipTexts } from "./ui-messages.ts";

/** An active filter. `onEdit` absent: it can only be removed. */
export function FilterChip({
  label,
  text,
  title,
  isDashed = false,
  onEdit,
  onRemove,
  onGone,
}: {
  label: string;
  text: string;
  title?: string;
  /** For a filter that the dashboard applies to the rows it has read. */
  isDashed?: boolean;
  onEdit?: () => void;
  onRemove: () => void;
  /** The element to focus once the chip is removed. */
  onGone: () => Element | null;
}) {
  const focusHandoffRef = useFocusHandoff(onGone);
  const content = (
    <>
      <span className="whitespace-nowrap text-ink-3">{label}</span>
      <span className="min-w-0 truncate font-medium">{visibleMarks(text)}</span>
    </>
  );
  return (
    <span
      ref={focusHandoffRef}
      className={clsx(
        "inline-flex h-8 max-w-full items-center gap-1.5 rounded-md border bg-raised pl-2 text-label",
        isDashed ? "border-dashed border-line-strong" : "border-line",
      )}
    >
      {onEdit === undefined ? (
        <span title={title} className="flex min-w-0 gap-1.5">
          {content}
        </span>
      ) : (
        <button
          type="button"
          title={title}
          className="flex min-w-0 gap-1.5 rounded-sm hover:underline hover:decoration-dotted hover:underline-offset-2"
          onClick={onEdit}
        >
          {content}
        </button>
      )}
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={filterChipTexts.removeFilter(label, text)}
        onClick={onRemove}
      >
        <X />
      </Button>
    </span>
  );
}
