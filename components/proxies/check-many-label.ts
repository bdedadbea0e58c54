import { bulkBounds } from "@/components/bulk-act/bulk-job";
import { formatCount } from "@/lib/format/numbers";

const maxCount = formatCount(bulkBounds.most);

/** Label of the button; `whole`: the page has all proxies. */
export function checkManyLabel({
  selected,
  listed,
  whole,
}: {
  selected: number;
  listed: number;
  whole: boolean;
}): string {
  if (selected > 0) return `Check ${formatCount(selected)} selected`;
  return whole ? `Check all ${formatCount(listed)}` : `Check first ${maxCount}`;
}
